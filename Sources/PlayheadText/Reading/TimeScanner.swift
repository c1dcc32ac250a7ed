import CoreMedia

/// Parses the times of a caption line bytewise, independently of grapheme clusters.
struct TimeScanner {
  /// The UTF-8 bytes that are not yet read.
  private(set) var rest: Substring.UTF8View

  /// Creates a scanner at the beginning of the text.
  init(_ text: some StringProtocol) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// Skips ASCII spaces within a line (WebVTT § 6.3).
  mutating func skipSpaces() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0C } }

  /// Skips an ASCII text. Returns false, without moving, if the next bytes differ.
  mutating func skip(_ text: StaticString) -> Bool {
    let preferred = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard rest.starts(with: preferred) else { return false }
    rest = rest.dropFirst(preferred.count)
    return true
  }

  /// Reads the ASCII digits that follow, possibly none.
  mutating func digits() -> Substring {
    let digits = rest.prefix { 0x30...0x39 ~= $0 }
    rest = rest[digits.endIndex...]
    return Substring(digits)
  }

  /// Reads two digits below 60.
  private mutating func sixtieths() -> Int? {
    let digits = digits()
    guard digits.utf8.count == 2, let value = Int(digits), value < 60 else { return nil }
    return value
  }

  /// Reads a WebVTT time (§ 6.4): [hours:]mm:ss.ttt, hours with any number of digits.
  mutating func webVTT() -> CMTime? {
    let first = digits()
    guard let leading = Int(first), skip(":"), var seconds = sixtieths() else { return nil }
    var (hours, minutes) = (0, leading)
    // More or fewer than two digits, or sixty and more, can only be hours.
    if rest.first == 0x3A || first.utf8.count != 2 || leading > 59 {
      guard skip(":"), let last = sixtieths() else { return nil }
      (hours, minutes, seconds) = (leading, seconds, last)
    }
    guard skip(".") else { return nil }
    let fraction = digits()
    guard fraction.utf8.count == 3, let milliseconds = Int(fraction) else { return nil }
    return .captions(hours: hours, minutes: minutes, seconds: seconds, milliseconds: milliseconds)
  }

  /// Reads a SubRip time: [hours:]minutes:seconds[,milliseconds], with any number of digits, a period instead of the
  /// comma, and spaces around each number. FFmpeg, mpv and VLC interpret the digits after the comma as a number of
  /// milliseconds; more than three can only be a fraction.
  mutating func subRip() -> CMTime? {
    var units: [Int] = []
    repeat {
      skipSpaces()
      guard let value = Int(digits()) else { return nil }
      units.append(value)
    } while units.count < 3 && skip(":")
    guard units.count >= 2 else { return nil }
    var milliseconds = 0
    if skip(",") || skip(".") {
      skipSpaces()
      guard let value = Int(digits().prefix(3)) else { return nil }
      milliseconds = value
    }
    return .captions(
      hours: units.count == 3 ? units[0] : 0, minutes: units[units.count - 2], seconds: units[units.count - 1],
      milliseconds: milliseconds)
  }
}
