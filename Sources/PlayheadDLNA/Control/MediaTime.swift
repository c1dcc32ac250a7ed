import PlayheadBasics

/// Times of AVTransport: `H+:MM:SS[.F+]` (AVTransport:1 §2.2.15).
enum MediaTime {
  /// Parses a time in seconds; nil for `NOT_IMPLEMENTED` and everything else that is no time.
  static func seconds(_ text: some StringProtocol) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, text.utf8.count <= 32, let hours = number(parts[0]), let minutes = number(parts[1]) else {
      return nil
    }
    let fraction = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let seconds = number(fraction[0]), minutes < 60, seconds < 60 else { return nil }
    let whole = Double(hours) * 3600 + Double(minutes * 60 + seconds)
    guard fraction.count == 2 else { return whole }
    // A fraction may also be written as F0/F1.
    let ratio = fraction[1].split(separator: "/", omittingEmptySubsequences: false)
    guard let numerator = number(ratio[0]) else { return nil }
    if ratio.count == 2 {
      guard let denominator = number(ratio[1]), denominator > numerator else { return nil }
      return whole + Double(numerator) / Double(denominator)
    }
    return Double("0.\(ratio[0])").map { whole + $0 }
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// The text of a time, in whole seconds: few renderers accept fractions.
  static func text(_ seconds: Double) -> String {
    let seconds = Int(saturating: min(max(seconds.isFinite ? seconds : 0, 0), 3_599_999).rounded(.down))
    let pair = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(seconds / 3600):\(pair[0]):\(pair[1])"
  }
}
