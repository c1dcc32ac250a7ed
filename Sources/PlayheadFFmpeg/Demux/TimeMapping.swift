import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics

/// Converts between a stream's own ticks and the asset's timeline, which starts at zero. Exact.
struct TimeMapping: Sendable, Equatable {
  /// Seconds of one tick.
  let numerator: Int64
  /// Ticks per `numerator` seconds.
  let timescale: Int32
  /// The container time at which the asset's timeline begins.
  let origin: CMTime

  /// Creates a mapping from libavformat's time base. An invalid one counts as one tick a second.
  init(_ base: AVRational, origin: CMTime) {
    numerator = Int64(max(1, base.num))
    timescale = max(1, base.den)
    self.origin = origin
  }

  /// Invalid for a missing timestamp.
  func time(ofTicks ticks: Int64) -> CMTime {
    guard ticks != playhead_no_timestamp else { return .invalid }
    let (value, overflow) = ticks.multipliedReportingOverflow(by: numerator)
    guard !overflow else { return .invalid }
    let time = CMTime(value: value, timescale: timescale)
    return origin == .zero ? time : time - origin
  }

  /// Zero for a missing or invalid duration.
  func duration(ofTicks ticks: Int64) -> CMTime {
    guard ticks > 0 else { return .zero }
    let (value, overflow) = ticks.multipliedReportingOverflow(by: numerator)
    return overflow ? .zero : CMTime(value: value, timescale: timescale)
  }

  /// A duration in ticks, rounded; zero if it is not numeric.
  func ticks(of span: CMTime) -> Int64 {
    let ticks = (span.seconds / Double(numerator) * Double(timescale)).rounded()
    return span.isNumeric ? Int64(exactly: ticks) ?? 0 : 0
  }

  /// The last tick at or before `time`.
  func ticks(notAfter time: CMTime) -> Int64 {
    let absolute = time + origin
    guard absolute.isNumeric, absolute.timescale > 0 else { return 0 }
    let limit = Int64(1) << 60
    guard abs(absolute.seconds) < Double(limit) / Double(timescale) else {
      return absolute.seconds < 0 ? -limit : limit
    }
    let exact = av_rescale_rnd(
      absolute.value, Int64(timescale), Int64(absolute.timescale), AVRounding(rawValue: AV_ROUND_DOWN.rawValue))
    return numerator == 1 ? exact : Int64(saturating: (Double(exact) / Double(numerator)).rounded(.down))
  }
}
