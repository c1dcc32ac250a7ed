import CoreMedia

/// Parses SSA and ASS to cues: text, basic styles and placement. Animations, drawings and effects are ignored.
package struct ASSParser {
  /// The styles of the `[V4 Styles]` and `[V4+ Styles]` sections, by name. A later style replaces an earlier one.
  private var styles: [String: ASSStyle] = [:]
  /// The lowercase field names of the current style section, in file order; empty before its `Format:` line.
  private var styleFormat: [String] = []
  /// The lowercase field names of the events. The initial value is the order of ASS files without a `Format:` line.
  private var eventFormat = [
    "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
  ]
  /// The lowercase name of the current section with its brackets; empty before the first one.
  private var section = ""
  /// The cues of the whole events section, in file order.
  private var cues: [Cue] = []
  /// The lines outside of `[Events]`, for libass, which draws the cues with the file's own styles.
  private var header: [String] = []
  /// Whether a `Dialogue:` line was dropped, because its fields or times are invalid.
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

  /// Handles one line: a section name, a format, a style or an event. Lines without a colon are only part of the
  /// header.
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

  /// Splits the value of a `Format:` line into lowercase field names.
  private static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingWhitespace().lowercased() }
  }

  /// Appends the cue of a `Dialogue:` line; sets `hasUnreadText` if the line has no valid cue.
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

  /// Makes a cue from the text of an event.
  ///
  /// - Parameters:
  ///   - text: The last field with its override codes.
  ///   - name: The event's style. An unknown name falls back to `Default`, and without that to no style.
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
