import CoreMedia
import PlayheadBasics

/// Formats positions and durations for display.
package enum TimeText {
  /// `0:07`, `12:34`, `1:02:03`; `--:--` for a time that is not numeric. Fractions are truncated, so that a clock never
  /// runs ahead. Hours are shown if `reference`, the longest time shown next to it, has some, so that labels have a
  /// constant width.
  package static func text(_ time: CMTime, reference: CMTime = .invalid) -> String {
    guard time.isNumeric else { return "--:--" }
    let seconds = Int(saturating: max(-359_999, min(359_999, time.seconds)).rounded(.towardZero))
    let reach = max(abs(seconds), reference.isNumeric ? Int(saturating: min(359_999, reference.seconds)) : 0)
    let sign = seconds < 0 ? "-" : ""
    let (minutes, rest) = abs(seconds).quotientAndRemainder(dividingBy: 60)
    guard reach >= 3600 else { return "\(sign)\(minutes):\(padded(rest))" }
    return "\(sign)\(minutes / 60):\(padded(minutes % 60)):\(padded(rest))"
  }

  /// `12:34 of 1:02:03`: the text that a screen reader speaks for the seek bar.
  static func spoken(_ time: CMTime, of duration: CMTime) -> String {
    guard duration.isNumeric else { return text(time) }
    return translated("%@ of %@", text(time, reference: duration), text(duration))
  }

  private static func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
