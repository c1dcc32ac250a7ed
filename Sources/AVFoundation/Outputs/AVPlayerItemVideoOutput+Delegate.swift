import Dispatch
import PlayheadEngine
import PlayheadMedia
import PlayheadPipeline
import Synchronization

extension AVPlayerItemVideoOutput {
  /// Attaches a watch to the session of the item's player. Has no effect without a player, or if it is attached.
  func begin(_ watch: FrameWatch) {
    guard let session = item?.currentPlayer?.session, watch.join(session) else { return }
    session.attach(watch)
  }

  /// The sink is detached on another thread, because the presenter itself calls the watch.
  func end(_ watch: FrameWatch) {
    guard let session = watch.leave() else { return }
    DispatchQueue.global(qos: .utility).async { session.detach(watch) }
  }

  /// Ends the pending watch and notifies the delegate. Called on the presenter's thread.
  func frameWillChange() {
    let watch = delegateState.withLock { delegateState in
      defer { delegateState.watch = nil }
      return delegateState.watch
    }
    guard let watch else { return }
    end(watch)
    callDelegate { $0.outputMediaDataWillChange($1) }
  }

  /// Calls the delegate on its queue. Has no effect without a delegate.
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
  /// The delegate, held weakly.
  weak var delegate: (any AVPlayerItemOutputPullDelegate)?
  /// The queue on which the delegate is called; nil without a delegate.
  var queue: DispatchQueue?
  /// The pending notification; nil if none is requested.
  var watch: FrameWatch?
}

/// A video sink that waits for a frame other than the known one.
final class FrameWatch: VideoSink {
  /// The time by which a frame arrives before its deadline.
  let lead: HostDuration
  /// The frame that the client has last taken; nil for none.
  private let known: @Sendable () -> VideoFrame?
  /// Called on the presenter's thread when another frame arrives.
  private let arrived: @Sendable () -> Void
  /// The session that the watch is attached to; nil before and after.
  private let session = Mutex<PlaybackSession?>(nil)

  /// Creates a watch that is not attached.
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

  /// Leaves the session and returns it; nil if the watch is not attached.
  func leave() -> PlaybackSession? {
    session.withLock { session in
      defer { session = nil }
      return session
    }
  }

  func present(_ presented: PresentedFrame) { if presented.frame !== known() { arrived() } }
  func clear() {}
}
