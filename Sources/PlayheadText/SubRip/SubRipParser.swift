import CoreMedia

/// Parses SubRip: blocks of a number, times, and text with a few tags of HTML and of ASS.
///
/// A line of times begins a cue, as in FFmpeg and mpv, with or without a preceding number or blank line. Text continues
/// after blank lines, until a number begins a block without times.
package struct SubRipParser {
  /// The times of a cue. The end may be before the start.
  private typealias Times = (start: CMTime, end: CMTime)

  /// The lines of the file without whitespace at both ends.
  private let lines: [String]
  /// The result, which grows while the lines are parsed.
  private var document = CueDocument(format: .subRip)
  /// The number of the next cue.
  private var identifier = ""
  /// The indexes of cues that end before they begin: each is shown until the next one.
  private var open: [Int] = []

  /// Parses a whole file.
  package static func parse(_ text: String) -> CueDocument {
    var parser = SubRipParser(lines: TextLines.split(text).map { $0.trimmingWhitespace() })
    return parser.run()
  }

  /// Creates a parser at the first line.
  private init(lines: [String]) { self.lines = lines }

  /// Parses all lines and returns the document.
  private mutating func run() -> CueDocument {
    var index = nextTimes(from: 0)
    readBody(0..<index, times: nil)
    while index < lines.count {
      let next = nextTimes(from: index + 1)
      readBody(index + 1..<next, times: Self.times(lines[index]))
      index = next
    }
    closeOpenCues()
    return document
  }

  /// The index of the next line with an arrow and at least one time; the number of lines if there is none.
  private func nextTimes(from start: Int) -> Int {
    lines[start...].firstIndex { WebVTTTime.hasArrow($0) && Self.hasTime($0) } ?? lines.count
  }

  /// Parses the lines between two lines of times: the text of the first, and the number of the second.
  private mutating func readBody(_ range: Range<Int>, times: Times?) {
    var body = range
    let name = identifier
    identifier = ""
    if range.upperBound < lines.count, let number = numberLine(before: range) {
      identifier = lines[number]
      body = range.lowerBound..<number
    }
    let text = text(body)
    guard let times else {
      document.hasUnreadText = document.hasUnreadText || !text.isEmpty
      return
    }
    if times.end < times.start { open.append(document.cues.count) }
    let source = text.joined(separator: "\n")
    let read = SubRipText.read(source)
    var cue = Cue(start: times.start, end: max(times.start, times.end), source: source, runs: read.runs)
    cue.identifier = name
    cue.layout = read.layout
    document.cues.append(cue)
  }

  /// The number line directly before the next times. With blank lines in between, a number counts only if no other text
  /// is directly before it.
  private func numberLine(before range: Range<Int>) -> Int? {
    guard let last = range.last(where: { !lines[$0].isEmpty }), Self.isNumber(lines[last]) else { return nil }
    let isBlock = last == range.lowerBound ? range.lowerBound == 0 : lines[last - 1].isEmpty
    return last == range.upperBound - 1 || isBlock ? last : nil
  }

  /// The text without blank lines, and without a block that has no times.
  private func text(_ range: Range<Int>) -> [String] {
    var text: [String] = []
    for index in range where !lines[index].isEmpty {
      if index > range.lowerBound, lines[index - 1].isEmpty, Self.isNumber(lines[index]) { break }
      text.append(lines[index])
    }
    return text
  }

  /// Ends each cue in `open` at the next later start, or never if there is none.
  private mutating func closeOpenCues() {
    guard !open.isEmpty else { return }
    var next = CMTime.positiveInfinity
    var later = next
    let unclosed = Set(open)
    for index in document.cues.indices.sorted(by: { document.cues[$0].start > document.cues[$1].start }) {
      let start = document.cues[index].start
      if start < later { (next, later) = (later, start) }
      if unclosed.contains(index) { document.cues[index].end = next }
    }
  }

  /// Whether a line consists of ASCII digits.
  private static func isNumber(_ line: String) -> Bool { Numbers.digits(line) != nil }

  /// Ignores coordinates after the times.
  private static func times(_ line: String) -> Times? {
    var scanner = TimeScanner(line)
    guard let start = scanner.subRip() else { return nil }
    scanner.skipSpaces()
    guard scanner.skip("-->"), let end = scanner.subRip() else { return nil }
    return (start, end)
  }

  /// Whether there is a time on at least one side of an arrow: without the other one, the text below has no times, but
  /// it does not belong to the cue above either.
  private static func hasTime(_ line: String) -> Bool {
    var scanner = TimeScanner(line)
    _ = scanner.skip("-")
    if !line.hasPrefix("--"), scanner.subRip() != nil {
      scanner.skipSpaces()
      if scanner.skip("-->") { return true }
    }
    scanner = TimeScanner(line)
    guard scanner.skip("-->") else { return false }
    scanner.skipSpaces()
    _ = scanner.skip("-")
    return scanner.subRip() != nil
  }
}
