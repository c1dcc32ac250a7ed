import Dispatch
import PlayheadEngine
import PlayheadFFmpeg
import Synchronization

extension AVPlayerItemVideoOutput {
  /// The delegate, held weakly.
  public weak var delegate: (any AVPlayerItemOutputPullDelegate)? { delegateState.withLock { $0.delegate } }

  /// The queue on which the delegate is called; nil without a delegate.
  public var delegateQueue: DispatchQueue? { delegateState.withLock { $0.queue } }

  /// Sets the delegate.
  ///
  /// - Parameters:
  ///   - delegate: Held weakly; nil to remove it.
  ///   - delegateQueue: A serial queue; nil for the main queue.
  public func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
    delegateState.withLock {
      $0.delegate = delegate
      $0.queue = delegate == nil ? nil : delegateQueue ?? .main
    }
  }

  /// Notifies the delegate once when a frame other than the one last taken is available: for clients that have stopped
  /// polling because nothing changes.
  ///
  /// - Parameter interval: The minimum number of seconds by which the notification precedes the frame's display time.
  public func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
    let watch = FrameWatch(lead: .seconds(max(0, interval)), known: { [weak self] in self?.acquired.withLock { $0 } }) {
      [weak self] in self?.frameWillChange()
    }
    let old = delegateState.withLock { delegateState in
      defer { delegateState.watch = watch }
      return delegateState.watch
    }
    if let old { end(old) }
    begin(watch)
  }

  func begin(_ watch: FrameWatch) {
    guard let session = item?.currentPlayer?.session, watch.join(session) else { return }
    session.attach(watch)
  }

  /// The sink is detached on another thread, because the presenter itself calls the watch.
  private func end(_ watch: FrameWatch) {
    guard let session = watch.leave() else { return }
    DispatchQueue.global(qos: .utility).async { session.detach(watch) }
  }

  private func frameWillChange() {
    let watch = delegateState.withLock { delegateState in
      defer { delegateState.watch = nil }
      return delegateState.watch
    }
    guard let watch else { return }
    end(watch)
    callDelegate { $0.outputMediaDataWillChange($1) }
  }

  func callDelegate(_ call: @escaping @Sendable (any AVPlayerItemOutputPullDelegate, AVPlayerItemOutput) -> Void) {
    let (delegate, queue) = delegateState.withLock { ($0.delegate, $0.queue) }
    guard let delegate, let queue else { return }
    let delivery = item?.owner?.core.delivery
    if let delivery, delivery.serves(queue) { return delivery.later { call(delegate, self) } }
    queue.async { call(delegate, self) }
  }
}

/// The delegate of a video output and its pending notification.
struct VideoOutputDelegateState: Sendable {
  weak var delegate: (any AVPlayerItemOutputPullDelegate)?
  var queue: DispatchQueue?
  var watch: FrameWatch?
}

/// A video sink that waits for a frame other than the known one.
final class FrameWatch: VideoSink {
  let lead: HostDuration
  private let known: @Sendable () -> VideoFrame?
  private let arrived: @Sendable () -> Void
  private let session = Mutex<PlaybackSession?>(nil)

  init(lead: HostDuration, known: @escaping @Sendable () -> VideoFrame?, arrived: @escaping @Sendable () -> Void) {
    self.lead = lead
    self.known = known
    self.arrived = arrived
  }

  /// Joins a session. Returns false if the watch has already joined one.
  func join(_ new: PlaybackSession) -> Bool {
    session.withLock { session in
      guard session == nil else { return false }
      session = new
      return true
    }
  }

  func leave() -> PlaybackSession? {
    session.withLock { session in
      defer { session = nil }
      return session
    }
  }

  func present(_ picture: PresentedFrame) { if picture.frame !== known() { arrived() } }
  func clear() {}
}
