import CoreMedia
import Foundation

/// Parses WebVTT (W3C, § 4 "Parsing"): header, regions, style sheets, comments, cues.
package struct WebVTTParser {
  /// The lines of the file without line endings.
  private let lines: [String]
  /// The index of the next line to read.
  private var index = 0
  /// The result, which grows while the blocks are parsed.
  private var document = CueDocument(format: .webVTT)
  /// Whether a cue has been parsed: style sheets and regions count only before the first one (§ 4.1).
  private var hasSeenCue = false

  /// Returns a document without cues if the text is not WebVTT (`isWebVTT(_:)`).
  package static func parse(_ text: String) -> CueDocument {
    guard isWebVTT(text) else {
      var document = CueDocument(format: .webVTT)
      document.hasUnreadText = !text.isEmpty
      return document
    }
    var parser = WebVTTParser(lines: TextLines.split(text.replacingOccurrences(of: "\0", with: "\u{FFFD}")))
    return parser.run()
  }

  /// Whether the text begins with the signature; browsers reject a file whose first line continues without a space.
  package static func hasSignature(_ text: String) -> Bool { text.utf8.starts(with: "WEBVTT".utf8) }

  /// Whether text is a WebVTT file: the signature, followed by a space or the end of the line.
  package static func isWebVTT(_ text: String) -> Bool {
    guard hasSignature(text) else { return false }
    return text.utf8.dropFirst(6).first.map { [0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? true
  }

  /// Creates a parser; the signature line is skipped by `readHeader()`.
  private init(lines: [String]) { self.lines = lines }

  /// Parses the header and all blocks, then applies the style sheets.
  private mutating func run() -> CueDocument {
    readHeader()
    while index < lines.count {
      if lines[index].isEmpty { index += 1 } else { readBlock() }
    }
    let names = Set(document.regions.map(\.identifier))
    let sheet = StyleSheet(document.styleSheets)
    for cue in document.cues.indices {
      if let name = document.cues[cue].layout.region, !names.contains(name) { document.cues[cue].layout.region = nil }
      sheet.apply(to: &document.cues[cue])
    }
    return document
  }

  /// Reads the lines up to the first blank one: the timestamp map, and regions in the syntax before 2015.
  private mutating func readHeader() {
    index = 1
    while index < lines.count, !lines[index].isEmpty {
      let isRegion = lines[index].hasPrefix("Region:")
      guard isRegion || !WebVTTTime.hasArrow(lines[index]) else { return }
      if let map = TimestampMap(line: lines[index]) { document.timestampMap = map }
      if isRegion { add(WebVTTSettings.region(lines[index].dropFirst(7), separator: "=")) }
      index += 1
    }
  }

  /// Adds a region; one with the same identifier is replaced.
  private mutating func add(_ region: CueRegion?) {
    guard let region else { return }
    document.regions.removeAll { $0.identifier == region.identifier }
    document.regions.append(region)
  }

  /// Parses a block between blank lines. A line with an arrow within a cue begins the next one.
  private mutating func readBlock() {
    let first = lines[index]
    index += 1
    if WebVTTTime.hasArrow(first) { return readCue(first, identifier: "") }
    if index < lines.count, WebVTTTime.hasArrow(lines[index]) {
      let times = lines[index]
      index += 1
      return readCue(times, identifier: first)
    }
    let body = readBody()
    let isComment = first.utf8.starts(with: "NOTE".utf8)
    guard !hasSeenCue, !isComment else { return }
    if Self.isKeyword(first, "STYLE") {
      document.styleSheets.append(body)
    } else if Self.isKeyword(first, "REGION") {
      add(WebVTTSettings.region(body, separator: ":"))
    } else {
      document.hasUnreadText = true
    }
  }

  /// Whether a line is a keyword, optionally followed but not preceded by spaces (§ 6.1).
  private static func isKeyword(_ line: String, _ keyword: String) -> Bool {
    line.utf8.starts(with: keyword.utf8)
      && line.utf8.dropFirst(keyword.utf8.count).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0C }
  }

  /// Reads the text below a timing line. An invalid timing line drops the text.
  private mutating func readCue(_ line: String, identifier: String) {
    let times = WebVTTTime.line(line)
    let body = readBody()
    guard let times else {
      document.hasUnreadText = true
      return
    }
    hasSeenCue = true
    let runs = WebVTTText.runs(body, start: times.start, end: times.end)
    var cue = Cue(start: times.start, end: times.end, source: body, runs: runs)
    cue.identifier = identifier
    cue.layout = WebVTTSettings.layout(times.settings)
    cue.settings = String(WebVTTTime.trim(times.settings))
    document.cues.append(cue)
  }

  /// Reads lines up to a blank one or the next timing line.
  private mutating func readBody() -> String {
    let start = index
    while index < lines.count, !lines[index].isEmpty, !WebVTTTime.hasArrow(lines[index]) { index += 1 }
    return lines[start..<index].joined(separator: "\n")
  }
}
