import CoreMedia

/// Parses SSA and ASS to cues: text, basic styles and placement. Animations, drawings and effects are ignored.
package struct ASSParser {
  private var styles: [String: ASSStyle] = [:]
  private var styleFormat: [String] = []
  private var eventFormat = [
    "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
  ]
  private var section = ""
  private var cues: [Cue] = []
  private var header: [String] = []
  private var hasUnreadText = false

  /// Parses a whole file.
  package static func parse(_ text: String) -> CueDocument {
    var parser = ASSParser()
    for line in TextLines.split(text) { parser.read(line) }
    var document = CueDocument(format: .ass)
    document.cues = parser.cues
    document.hasUnreadText = parser.hasUnreadText || (parser.section.isEmpty && !text.allSatisfy(\.isWhitespace))
    document.header = parser.header.joined(separator: "\n")
    return document
  }

  /// Parses a Matroska packet: the fields of a line without its times, which the packet has.
  package static func cue(packet: String, header: String, start: CMTime, end: CMTime) -> Cue? {
    var parser = ASSParser()
    for line in TextLines.split(header) { parser.read(line) }
    let fields = packet.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    guard fields.count == 9 else { return nil }
    var cue = parser.cue(String(fields[8]), style: String(fields[2]), start: start, end: end)
    cue.typeset = packet
    return cue
  }

  private mutating func read(_ line: String) {
    let line = line.trimmingWhitespace()
    if line.hasPrefix("["), line.hasSuffix("]") {
      section = line.lowercased()
      if section != "[events]" { header.append(line) }
      return
    }
    if section != "[events]" { header.append(line) }
    guard let colon = line.firstIndex(of: ":") else { return }
    let key = line[..<colon].lowercased()
    let value = line[line.index(after: colon)...].trimmingWhitespace()
    switch (section, key) {
    case ("[events]", "format"): eventFormat = Self.names(value)
    case ("[events]", "dialogue"): readEvent(value)
    case (_, "format") where section.hasSuffix("styles]"): styleFormat = Self.names(value)
    case (_, "style") where section.hasSuffix("styles]"):
      let style = ASSStyle(value, format: styleFormat, isOld: section == "[v4 styles]")
      if let style { styles[style.name] = style }
    default: break
    }
  }

  private static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingWhitespace().lowercased() }
  }

  private mutating func readEvent(_ text: String) {
    let count = cues.count
    defer { if cues.count == count { hasUnreadText = true } }
    guard let last = eventFormat.firstIndex(of: "text"), last == eventFormat.count - 1,
      let startField = eventFormat.firstIndex(of: "start"), let endField = eventFormat.firstIndex(of: "end")
    else { return }
    let fields = text.split(separator: ",", maxSplits: last, omittingEmptySubsequences: false)
    guard fields.count == eventFormat.count, let start = Self.time(fields[startField].trimmingWhitespace()),
      let end = Self.time(fields[endField].trimmingWhitespace()), start < end
    else { return }
    let style = eventFormat.firstIndex(of: "style").map { fields[$0].trimmingWhitespace() } ?? ""
    var cue = cue(String(fields[last]), style: style, start: start, end: end)
    cue.typeset = typeset(fields)
    cues.append(cue)
  }

  /// The fields in the order of Matroska packets, whatever their order in the file.
  private func typeset(_ fields: [Substring]) -> String {
    func field(_ name: String) -> String {
      eventFormat.firstIndex(of: name).map { fields[$0].trimmingWhitespace() } ?? ""
    }
    let numbers = ["marginl", "marginr", "marginv"].map { String(Int(field($0)) ?? 0) }
    return "\(cues.count),\(Int(field("layer")) ?? 0),\(field("style")),\(field("name")),"
      + numbers.joined(separator: ",") + ",\(field("effect")),\(fields[fields.count - 1])"
  }

  private func cue(_ text: String, style name: String, start: CMTime, end: CMTime) -> Cue {
    let style = styles[name] ?? styles["Default"]
    let read = ASSText.read(text, style: style?.text ?? CueStyle(), styles: styles.mapValues(\.text))
    var cue = Cue(start: start, end: end, source: text, runs: read.runs)
    cue.layout = CueLayout(placement: read.placement ?? style?.placement ?? 2)
    return cue
  }

  /// h:mm:ss.cc; some programs write a colon before the hundredths, some write milliseconds.
  private static func time(_ text: String) -> CMTime? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
    guard parts.count == 4, 1...3 ~= parts[3].utf8.count else { return nil }
    let values = parts.compactMap { Numbers.digits($0) }
    guard values.count == 4 else { return nil }
    let milliseconds = parts[3].utf8.count == 3 ? values[3] : values[3] * 10
    return .captions(hours: values[0], minutes: values[1], seconds: values[2], milliseconds: milliseconds)
  }
}
