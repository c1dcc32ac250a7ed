import CoreMedia
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadMedia
import PlayheadText

/// Schedules captions that are presented without a new frame: while paused, and between frames with a long duration.
struct CaptionScheduler {
  /// The next action of the presenting thread.
  enum Next {
    /// Present the captions of this media time at the host time `due`.
    case show(at: CMTime, due: HostTime)
    /// nil: nothing before the next frame.
    case wait(until: HostTime?)
  }

  /// Captions wait for a frame that is due sooner than this: the difference is not visible, and drawing once costs
  /// half.
  private static let frameProximity = HostDuration.milliseconds(50)

  /// The captions on the screen; nil before the first frame.
  private var shown: CaptionScene?

  /// Notes a frame, which is drawn with the captions of its time.
  mutating func follow(_ presented: PresentedFrame) {
    shown = presented.captions.scene(at: presented.frame.presentationTime)
  }

  /// The next action before the next frame. Only after a frame has been shown.
  ///
  /// - Parameters:
  ///   - timeline: The timeline that is shown, with its clock and captions.
  ///   - lead: How long before its display time a frame is presented.
  ///   - nextFrame: When the next frame is presented; nil if none is expected.
  mutating func next(on timeline: VideoTimeline, now: HostTime, lead: HostDuration, nextFrame: HostTime?) -> Next {
    guard let shown else { return .wait(until: nil) }
    if let nextFrame, nextFrame - now < Self.frameProximity { return .wait(until: nil) }
    let line = timeline.clock.snapshot
    let time =
      line.rate == 0 ? line.stoppedAt : CMTime(value: line.nanoseconds(at: now + lead), timescale: 1_000_000_000)
    let scene = timeline.captions.scene(at: time)
    let isOther = !scene.shows(sameAs: shown)
    self.shown = scene
    if isOther, !(scene.isEmpty && shown.isEmpty) { return .show(at: time, due: line.rate == 0 ? now : now + lead) }
    guard line.rate != 0, let change = timeline.captions.nextChange(after: time, isReversed: line.rate < 0),
      let host = timeline.clock.hostTime(ofMedia: change.nanoseconds)
    else { return .wait(until: nil) }
    let due = max(host - lead, now + .milliseconds(1))
    if let nextFrame, due >= nextFrame { return .wait(until: nil) }
    return .wait(until: due)
  }
}
