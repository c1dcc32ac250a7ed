import Dispatch
import PlayheadEngine
import PlayheadFFmpeg
import Synchronization

extension AVPlayerItemVideoOutput {
  /// Who is told; not kept.
  public weak var delegate: (any AVPlayerItemOutputPullDelegate)? { audience.withLock { $0.delegate } }

  /// Where the delegate is told; nil without one.
  public var delegateQueue: DispatchQueue? { audience.withLock { $0.queue } }

  /// Sets who is told.
  ///
  /// - Parameters:
  ///   - delegate: Not kept; nil for nobody.
  ///   - delegateQueue: A serial queue; nil for the main queue.
  public func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
    audience.withLock {
      $0.delegate = delegate
      $0.queue = delegate == nil ? nil : delegateQueue ?? .main
    }
  }

  /// Has the delegate told once when there is another picture than the one taken last: for programs that have stopped asking because
  /// nothing moves.
  ///
  /// - Parameter interval: How many seconds before the picture is to be seen, at the least, the delegate wants to know.
  public func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
    let watch = FrameWatch(lead: .seconds(max(0, interval)), known: { [weak self] in self?.acquired.withLock { $0 } })
    {
      [weak self] in self?.pictureWillChange()
    }
    let old = audience.withLock { audience in
      defer { audience.watch = watch }
      return audience.watch
    }
    if let old { end(old) }
    begin(watch)
  }

  func begin(_ watch: FrameWatch) {
    guard let session = item?.currentPlayer?.session, watch.join(session) else { return }
    session.attach(watch)
  }

  /// A presenter ends its sink from another thread: the watch is called by it.
  private func end(_ watch: FrameWatch) {
    guard let session = watch.leave() else { return }
    DispatchQueue.global(qos: .utility).async { session.detach(watch) }
  }

  private func pictureWillChange() {
    let watch = audience.withLock { audience in
      defer { audience.watch = nil }
      return audience.watch
    }
    guard let watch else { return }
    end(watch)
    tell { $0.outputMediaDataWillChange($1) }
  }

  func tell(_ call: @escaping @Sendable (any AVPlayerItemOutputPullDelegate, AVPlayerItemOutput) -> Void) {
    let (delegate, queue) = audience.withLock { ($0.delegate, $0.queue) }
    guard let delegate, let queue else { return }
    let delivery = item?.owner?.core.delivery
    if let delivery, delivery.serves(queue) { return delivery.later { call(delegate, self) } }
    queue.async { call(delegate, self) }
  }
}

/// Whom a video output tells.
struct OutputAudience: Sendable {
  weak var delegate: (any AVPlayerItemOutputPullDelegate)?
  var queue: DispatchQueue?
  var watch: FrameWatch?
}

/// Waits for a picture that is not known yet.
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

  /// False if it waits at a session already.
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
