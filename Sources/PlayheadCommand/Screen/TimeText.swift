import PlayheadBasics

/// Formats times and durations.
enum TimeText {
  /// `0:05`, `12:34`, `1:02:03`: whole seconds, rounded down, as usual for positions. nil is an unknown duration.
  static func clock(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite else { return "–:––" }
    let whole = wholeSeconds(seconds)
    return sign(seconds, isZero: whole == 0) + clock(whole)
  }

  /// Formats a time with milliseconds.
  static func precise(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite else { return "–:––" }
    // Limited before the conversion: a header may declare an absurd duration.
    let milliseconds = Int(saturating: (min(abs(seconds), 3.6e9) * 1000).rounded())
    let fraction = String(milliseconds % 1000)
    let padded = String(repeating: "0", count: 3 - fraction.count) + fraction
    return sign(seconds, isZero: milliseconds == 0) + clock(milliseconds / 1000) + "." + padded
  }

  /// The magnitude in whole seconds, limited to 3.6e9 so that the conversion cannot overflow.
  private static func wholeSeconds(_ seconds: Double) -> Int { Int(saturating: min(abs(seconds), 3.6e9)) }
  /// The minus sign of a negative time that is not displayed as zero.
  private static func sign(_ seconds: Double, isZero: Bool) -> String { seconds < 0 && !isZero ? "-" : "" }

  /// Hours, minutes and seconds, without the hours if there are none.
  private static func clock(_ whole: Int) -> String {
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds))" : "\(minutes):\(two(seconds))"
  }

  /// A number with two digits.
  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
