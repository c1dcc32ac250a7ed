/// Times as text.
package enum ClockText {
  /// A time as `00:00:00.000`, rounded to milliseconds, as in WebVTT (W3C WebVTT §4). Negative times and those that are
  /// no number are zero.
  ///
  /// - Parameters:
  ///   - seconds: The time.
  ///   - separator: The separator of the milliseconds: a comma in SubRip.
  package static func milliseconds(_ seconds: Double, separator: String = ".") -> String {
    let all = Int64(saturating: (max(0, seconds) * 1000).rounded())
    func digits(_ value: Int64, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(all / 3_600_000, 2) + ":" + digits(all / 60_000 % 60, 2) + ":" + digits(all / 1000 % 60, 2)
      + separator + digits(all % 1000, 3)
  }
}
