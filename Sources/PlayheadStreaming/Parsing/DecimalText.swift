import CoreMedia
import PlayheadBasics

/// Parses numbers of playlists (RFC 8216 §4.2): digits, at most one point and a sign. No exponents, no `nan`.
enum DecimalText {
  /// nil above 2⁵³: larger numbers are meaningless, and sums of several must not overflow.
  static func integer(_ text: Substring) -> Int? {
    let text = text.trimmed()
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text), number <= 1 << 53
    else { return nil }
    return number
  }

  /// nil for other text. Point and digits may be in any order that `Double` accepts, such as `5.` and `.5`.
  static func number(_ text: Substring) -> Double? {
    let text = text.trimmed()
    let digits = text.utf8.first == UInt8(ascii: "-") || text.utf8.first == UInt8(ascii: "+") ? text.dropFirst() : text
    let isPlain = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, digits.utf8.contains(where: { (48...57).contains($0) }) else { return nil }
    return Double(digits).map { text.utf8.first == UInt8(ascii: "-") ? -$0 : $0 }
  }

  /// A duration in microseconds: exact for all decimals that occur in practice. nil if negative or not a number.
  static func time(_ text: Substring) -> CMTime? {
    guard let seconds = number(text), seconds >= 0, seconds < 1e9 else { return nil }
    return CMTime(value: Int64(saturating: (seconds * 1e6).rounded()), timescale: 1_000_000)
  }
}

/// Parses `0x` and hexadecimal digits.
enum HexadecimalText {
  /// Returns nil without the prefix, without digits, and for other characters.
  static func bytes(_ text: String) -> [UInt8]? {
    guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return nil }
    let digits = text.utf8.dropFirst(2).map {
      UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") ? $0 - 48 : letter($0)
    }
    guard !digits.isEmpty, !digits.contains(255) else { return nil }
    // An odd number of digits has an implicit leading zero.
    let even = digits.count.isMultiple(of: 2) ? digits : [0] + digits
    return stride(from: 0, to: even.count, by: 2).map { even[$0] << 4 | even[$0 + 1] }
  }

  /// The value of a letter from a to f in either case; 255 for other characters.
  private static func letter(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 87
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 55
    default: 255
    }
  }
}
