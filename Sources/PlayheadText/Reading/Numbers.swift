import CoreMedia

extension CMTime {
  /// A caption time; nil if it exceeds the range.
  static func captions(hours: Int = 0, minutes: Int = 0, seconds: Int = 0, milliseconds: Int = 0) -> CMTime? {
    // Ten thousand years: no sum below can overflow.
    guard hours < 100_000_000, minutes < 6_000_000_000, seconds < 360_000_000_000 else { return nil }
    return CMTime(
      value: ((Int64(hours) * 60 + Int64(minutes)) * 60 + Int64(seconds)) * 1000 + Int64(milliseconds),
      timescale: 1000)
  }
}

/// Strict parsers of numbers: they reject signs, spaces and exponents, which Swift's own initialisers accept.
enum Numbers {
  /// Parses text of ASCII digits only.
  static func digits(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text)
  }

  /// Parses digits with an optional fraction and minus sign.
  static func decimal(_ text: some StringProtocol) -> Double? {
    let parts = (text.hasPrefix("-") ? text.dropFirst() : text[...]).split(
      separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
    else { return nil }
    return Double(text)
  }

  /// Parses 0 to 100 with a percent sign (WebVTT § 4.1).
  static func percent(_ text: some StringProtocol) -> Double? {
    guard text.hasSuffix("%"), let value = decimal(text.dropLast()), 0...100 ~= value, !text.hasPrefix("-") else {
      return nil
    }
    return value
  }
}
