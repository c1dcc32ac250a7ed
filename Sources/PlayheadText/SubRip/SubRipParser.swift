import CoreMedia

/// Reads SubRip: numbered blocks of times and text with a few tags of HTML and of ASS.
package enum SubRipParser {
  package static func parse(_ text: String) -> CueDocument {
    var document = CueDocument(format: .subRip)
    let lines = TextLines.split(text)
    var index = 0
    while index < lines.count {
      defer { index += 1 }
      // A number stands before the times. A block without one is damaged, and what follows it must not be taken for its own.
      guard isNumber(lines[index]), index + 1 < lines.count, let times = times(lines[index + 1]) else { continue }
      let start = index + 2
      index = start
      while index < lines.count, !lines[index].trimmingWhitespace().isEmpty { index += 1 }
      guard times.start <= times.end else { continue }
      let source = lines[start..<index].map { $0.trimmingWhitespace() }.joined(separator: "\n")
      let read = SubRipText.read(source)
      var cue = Cue(start: times.start, end: times.end, source: source, runs: read.runs)
      cue.identifier = lines[start - 2].trimmingWhitespace()
      cue.layout = read.layout
      document.cues.append(cue)
    }
    return document
  }

  static func isNumber(_ line: String) -> Bool { Numbers.digits(line.trimmingWhitespace()) != nil }

  static func times(_ line: String) -> (start: CMTime, end: CMTime)? {
    guard let arrow = line.range(of: "-->") else { return nil }
    // Some programs put coordinates behind the times.
    let behind = line[arrow.upperBound...].split(separator: " ", maxSplits: 1)
    guard let start = time(line[..<arrow.lowerBound].trimmingWhitespace()), let first = behind.first,
      let end = time(first.trimmingWhitespace())
    else { return nil }
    return (start, end)
  }

  /// [hours:]minutes:seconds[,milliseconds]; a point is as good as a comma.
  private static func time(_ text: String) -> CMTime? {
    let halves = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
    guard halves.count <= 2 else { return nil }
    var milliseconds = 0
    if halves.count == 2 {
      guard halves[1].utf8.count == 3, let value = Numbers.digits(halves[1]) else { return nil }
      milliseconds = value
    }
    let units = halves[0].split(separator: ":", omittingEmptySubsequences: false).map { Numbers.digits($0) }
    guard (2...3).contains(units.count), let seconds = units[units.count - 1], let minutes = units[units.count - 2],
      let hours = units.count == 3 ? units[0] : 0
    else { return nil }
    return .captions(hours: hours, minutes: minutes, seconds: seconds, milliseconds: milliseconds)
  }
}
