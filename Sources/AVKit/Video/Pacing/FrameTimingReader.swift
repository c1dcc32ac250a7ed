import CPlayheadGTK
import PlayheadBasics
import PlayheadClock

/// Reads from GTK's frame clock when drawings were shown. A compositor reports it some time after the drawing; without
/// one, or with one that reports nothing, there are no observations.
@MainActor struct FrameTimingReader {
  /// The last drawing that was reported.
  private var reported: gint64 = -1
  /// The latest drawings with the times at which they were submitted.
  private var submissions: [(drawing: gint64, time: HostTime)] = []

  /// The number of drawings whose report is awaited: more than a compositor holds.
  private static let capacity = 8

  /// Creates a reader for a frame clock that has not been read yet.
  init() {}

  /// Returns the reports since the previous call.
  ///
  /// - Parameters:
  ///   - frameClock: The clock, after a drawing.
  ///   - submitted: The time at which that drawing was submitted.
  mutating func read(_ frameClock: OpaquePointer, submitted: HostTime) -> [RefreshObservation] {
    let current = gdk_frame_clock_get_frame_counter(frameClock)
    submissions.append((current, submitted))
    if submissions.count > Self.capacity { submissions.removeFirst() }
    var observations: [RefreshObservation] = []
    for submission in submissions where submission.drawing > reported {
      guard let timings = gdk_frame_clock_get_timings(frameClock, submission.drawing),
        gdk_frame_timings_get_complete(timings) != 0
      else { continue }
      reported = submission.drawing
      let presented = gdk_frame_timings_get_presentation_time(timings)
      let interval = gdk_frame_timings_get_refresh_interval(timings)
      // Zero: not reported.
      guard presented > 0 else { continue }
      observations.append(
        RefreshObservation(
          presented: HostTime(microseconds: Int64(presented)),
          interval: HostTime(microseconds: Int64(interval)) - .zero,
          submitted: submission.time))
    }
    return observations
  }
}

extension HostTime {
  /// The time of the system's monotonic clock, which is that of `SystemClock`; saturates instead of overflowing.
  init(microseconds: Int64) {
    self.init(nanoseconds: microseconds.multipliedSaturated(by: 1000))
  }
}
