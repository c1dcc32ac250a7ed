import CoreMedia

/// Times as WebVTT writes them (§ 4.3): [hours:]mm:ss.ttt.
enum WebVTTTime {
  static func parse(_ text: some StringProtocol) -> CMTime? {
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    let units = halves[0].split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[1].utf8.count == 3, let milliseconds = Numbers.digits(halves[1]),
      (2...3).contains(units.count), let seconds = short(units[units.count - 1]),
      let minutes = short(units[units.count - 2])
    else { return nil }
    let hours = units.count == 3 ? Numbers.digits(units[0]) : 0
    guard let hours, units.count == 2 || units[0].utf8.count >= 2 else { return nil }
    return .captions(hours: hours, minutes: minutes, seconds: seconds, milliseconds: milliseconds)
  }

  /// Two digits below 60.
  private static func short(_ text: some StringProtocol) -> Int? {
    guard text.utf8.count == 2, let value = Numbers.digits(text), value < 60 else { return nil }
    return value
  }

  /// "start --> end settings".
  static func line(_ line: String) -> (start: CMTime, end: CMTime, settings: Substring)? {
    guard let arrow = line.range(of: "-->") else { return nil }
    let after = line[arrow.upperBound...].drop(while: isSpace)
    let endText = after.prefix { $0.isASCII && ($0.isNumber || $0 == ":" || $0 == ".") }
    guard let start = parse(trim(line[..<arrow.lowerBound])), let end = parse(endText) else { return nil }
    return (start, end, after[endText.endIndex...])
  }

  static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" || character == "\u{0C}" }

  static func trim(_ text: Substring) -> Substring {
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
