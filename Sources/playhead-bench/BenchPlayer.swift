import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline
import Synchronization

/// A session with a sink that displays nothing, and functions that wait for its results.
final class BenchPlayer: Sendable {
  /// The results of the sink, written on the presenter's thread.
  private struct State {
    /// The frame that is being presented; nil before the first one and after `clear()`.
    var presentedFrame: PresentedFrame?
    /// The number of presented frames, including repetitions.
    var frameCount = 0
    /// Without repeated frames.
    var distinctFrameCount = 0
  }

  /// Records the latest frame.
  private final class Sink: VideoSink {
    /// The frame and the counters.
    let state = Mutex(State())
    /// Called on the presenter's thread after each frame.
    let arrived: @Sendable () -> Void
    init(arrived: @escaping @Sendable () -> Void) { self.arrived = arrived }

    /// No lead time: the frames are displayed nowhere.
    var lead: HostDuration { .zero }
    /// Counts the frame. A frame with the time of the previous one is a repetition.
    func present(_ presentedFrame: PresentedFrame) {
      state.withLock {
        if $0.presentedFrame?.frame.presentationTime != presentedFrame.frame.presentationTime {
          $0.distinctFrameCount += 1
        }
        $0.presentedFrame = presentedFrame
        $0.frameCount += 1
      }
      arrived()
    }
    func clear() { state.withLock { $0.presentedFrame = nil } }
  }

  /// The session. The caller closes it.
  let session: PlaybackSession
  /// The sink that is attached to the session.
  private let sink: Sink
  /// Signalled by the session's events and by frames.
  private let wakeUps = DispatchSemaphore(value: 0)

  /// Creates a player without an item.
  ///
  /// - Parameter environment: The clock and the audio output of the measurement.
  init(_ environment: PlaybackEnvironment) {
    let wakeUps = wakeUps
    sink = Sink { wakeUps.signal() }
    session = PlaybackSession(environment: environment) { wakeUps.signal() }
    session.attach(sink)
  }

  /// The frame that is being presented.
  var presentedFrame: PresentedFrame? { sink.state.withLock { $0.presentedFrame } }
  /// The number of presented frames without repetitions.
  var distinctFrameCount: Int { sink.state.withLock { $0.distinctFrameCount } }
  /// The number of presented frames, including repetitions.
  var frameCount: Int { sink.state.withLock { $0.frameCount } }

  /// Handles events as they occur until `isDone` returns true.
  func wait(handling handle: (SessionEvent) throws -> Void = { _ in }, until isDone: () -> Bool) throws {
    while true {
      for event in session.takeEvents() {
        if case .itemChanged(_, let item) = event, let error = item.error { throw error }
        if case .failedToPlayToEnd(_, let error) = event { throw error }
        try handle(event)
      }
      if isDone() { return }
      wakeUps.wait()
    }
  }

  /// Opens a file and waits for its first frame.
  func open(_ url: URL) throws -> EngineItem {
    let item = EngineItem(url: url)
    session.setItem(item)
    try wait { item.snapshot.status == .ready && presentedFrame != nil }
    return item
  }

  /// Seeks, and waits until the seek has completed and its frame has been presented.
  func seek(to time: CMTime, isExact: Bool, identifier: Int) throws {
    let before = presentedFrame?.generation ?? 0
    let tolerance = isExact ? CMTime.zero : .positiveInfinity
    session.seek(SeekRequest(time: time, toleranceBefore: tolerance, toleranceAfter: tolerance, identifier: identifier))
    var hasFinished = false
    try wait { event in
      if case .seekFinished(identifier, _) = event { hasFinished = true }
    } until: {
      hasFinished && (presentedFrame?.generation ?? 0) > before
    }
  }
}
