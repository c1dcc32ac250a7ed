import CoreMedia
import PlayheadClock
import PlayheadPipeline

/// The client's requests that the pipeline serves while the clock is stopped: a seek, steps by frames, a preroll, and
/// the priming after a paused seek. Seeks and prerolls are completed once.
struct SeekController {
  /// The seek in progress or pending, whose completion has not been delivered.
  private var request: SeekRequest?
  /// Whether it arrived while another start was in progress.
  private var hasWaited = false
  /// The identifier of the preroll in progress.
  private var preroll: Int?
  /// The steps by frames that are left.
  var stepper = FrameStepper()
  /// When a drained pipeline is primed; nil if no priming is scheduled.
  private(set) var primingDeadline: HostTime?

  /// Longer than the interval between two seeks while scrubbing, shorter than the interval between looking and pressing
  /// play.
  private static let primingDelay = HostDuration.milliseconds(120)

  // MARK: Seeks

  /// Whether a seek is in progress or pending.
  var isSeeking: Bool { request != nil }

  /// Whether the seek is one of the session's own, not of the client.
  var isOwnSeek: Bool { request?.identifier == SeekRequest.ownIdentifier }

  /// The target of the seek, which is not clamped to the item; nil without a seek.
  var target: CMTime? { request?.time }

  /// The target of the seek if no tolerance is allowed; otherwise nil.
  var exactTarget: CMTime? {
    guard let request, request.toleranceBefore == .zero, request.toleranceAfter == .zero else { return nil }
    return request.time
  }

  /// A seek was requested.
  ///
  /// - Parameter hasWaited: Whether it waits for another start, which is in progress.
  mutating func begin(_ request: SeekRequest, hasWaited: Bool) {
    self.request = request
    self.hasWaited = hasWaited
  }

  /// The kind of the pipeline's next start: with the tolerance of the seek, if there is one.
  func startKind(_ mode: PipelineStart.Mode) -> PipelineStart.Kind {
    guard let request else { return PipelineStart.Kind(mode) }
    let tolerance = SeekTolerance(before: request.toleranceBefore, after: request.toleranceAfter)
    return PipelineStart.Kind(mode, tolerance: tolerance, isWhileSeeking: hasWaited)
  }

  /// Completes the seek. Returns the event for the client; nil without a seek, and for one of the session's own.
  mutating func finish(_ finished: Bool) -> SessionEvent? {
    guard let request else { return nil }
    self.request = nil
    guard request.identifier != SeekRequest.ownIdentifier else { return nil }
    return .seekFinished(identifier: request.identifier, finished: finished)
  }

  // MARK: Preparation

  /// A preroll was requested.
  mutating func beginPreroll(_ identifier: Int) { preroll = identifier }

  /// Completes the preroll. Returns the event for the client; nil without a preroll.
  mutating func finishPreroll(_ finished: Bool) -> SessionEvent? {
    guard let preroll else { return nil }
    self.preroll = nil
    return .prerollFinished(identifier: preroll, finished: finished)
  }

  /// Schedules the priming of a drained pipeline.
  mutating func schedulePriming(at now: HostTime) { primingDeadline = now + Self.primingDelay }

  /// The pipeline starts again, or is closed: nothing has to be primed.
  mutating func cancelPriming() { primingDeadline = nil }

  /// Whether priming is due; true once.
  mutating func takeDuePriming(at now: HostTime) -> Bool {
    guard let primingDeadline, primingDeadline <= now else { return false }
    self.primingDeadline = nil
    return true
  }
}
