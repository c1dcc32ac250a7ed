import CoreMedia
import PlayheadBasics
import PlayheadClock
import PlayheadMedia
import PlayheadPipeline

/// Steps by frames: forward through decoded frames, backward with a paused seek for each. Used on the session's thread.
struct FrameStepper {
  /// The number of frames to step, negative for steps backward; 0 when all steps are done.
  private var stepsLeft = 0
  /// The target of a step backward; nil once the pipeline was started there.
  private var backwardTarget: CMTime?
  /// The timeline whose new frames wake the loop, because a step waits for one.
  private var awaitedTimeline: VideoTimeline?

  /// Whether steps forward are left.
  var stepsForward: Bool { stepsLeft > 0 }
  /// Whether steps backward are left.
  var stepsBackward: Bool { stepsLeft < 0 }

  /// Adds steps. Every request counts, also while an earlier one is in progress.
  mutating func add(_ count: Int) { stepsLeft = Int(clamping: Int64(stepsLeft).addingSaturated(Int64(count))) }

  /// Drops the steps that are left.
  mutating func cancel() { stepsLeft = 0 }

  /// Takes a step backward from the frame that is shown at a time.
  ///
  /// - Returns: Whether the pipeline has to be started at the target, which `takeBackwardTarget` returns; false at the
  ///   beginning, where all steps are dropped.
  mutating func stepBackward(from shown: CMTime) -> Bool {
    guard shown > .zero else {
      stepsLeft = 0
      return false
    }
    stepsLeft += 1
    // Any time before the current frame belongs to the previous one.
    backwardTarget = shown - CMTime(value: 1, timescale: 1_000_000)
    return true
  }

  /// The target of a step backward, once; nil if none is to be started.
  mutating func takeBackwardTarget() -> CMTime? {
    defer { backwardTarget = nil }
    return backwardTarget
  }

  /// Takes a step forward. Without a decoded frame it waits for one, unless the video has ended.
  ///
  /// - Parameters:
  ///   - position: The presentation time of the frame that is shown.
  ///   - hasEnded: Whether the last frame was decoded.
  ///   - gate: Opened for every decoded frame until the steps are done.
  /// - Returns: The presentation time of the next frame; nil if no step can be taken now.
  mutating func stepForward(
    in timeline: VideoTimeline, from position: CMTime, hasEnded: Bool, waking gate: any Gate
  ) -> CMTime? {
    if stepsLeft > 0 {
      if let frame = timeline.frame(1, after: position) {
        stepsLeft -= 1
        return frame.presentationTime
      }
      // Not decoded yet, or the last one.
      if hasEnded { stepsLeft = 0 } else { awaitFrame(of: timeline, waking: gate) }
    }
    if stepsLeft == 0 { awaitFrame(of: nil, waking: gate) }
    return nil
  }

  /// Opens the gate for every decoded frame of a timeline; nil: of none.
  private mutating func awaitFrame(of timeline: VideoTimeline?, waking gate: any Gate) {
    guard timeline !== awaitedTimeline else { return }
    awaitedTimeline?.removeWaiter(gate)
    timeline?.addWaiter(gate)
    awaitedTimeline = timeline
  }
}
