/// Parses the settings after a cue's times, and region definitions (WebVTT § 4.4, § 6.2).
enum WebVTTSettings {
  /// Parses the settings of a cue. Invalid ones are ignored. A cue with a line or vertical text is not in a region.
  static func layout(_ text: Substring) -> CueLayout {
    var layout = CueLayout()
    for setting in text.split(whereSeparator: WebVTTTime.isSpace) {
      guard let (name, value) = pair(setting, ":") else { continue }
      apply(name, value, to: &layout)
    }
    if layout.direction != .horizontal || layout.line != .automatic { layout.region = nil }
    return layout
  }

  /// Applies one setting; unknown names and invalid values have no effect.
  private static func apply(_ name: Substring, _ value: Substring, to layout: inout CueLayout) {
    switch name {
    case "region": layout.region = String(value)
    case "vertical": if let direction = CueLayout.Direction(rawValue: String(value)) { layout.direction = direction }
    case "line": applyLine(value, to: &layout)
    case "position": applyPosition(value, to: &layout)
    case "size": if let size = Numbers.percent(value) { layout.size = size }
    case "align": if let alignment = CueLayout.Alignment(rawValue: String(value)) { layout.alignment = alignment }
    default: break
    }
  }

  /// Applies `line`: a number or percentage, optionally with an anchor. An unknown anchor invalidates the whole
  /// setting.
  private static func applyLine(_ value: Substring, to layout: inout CueLayout) {
    let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let line: CueLayout.Line? =
      Numbers.percent(parts[0]).map { .percent($0) } ?? Numbers.decimal(parts[0]).map { .number($0) }
    guard let line else { return }
    if parts.count == 2 {
      guard let anchor = CueLayout.Anchor(rawValue: String(parts[1])) else { return }
      layout.lineAnchor = anchor
    }
    layout.line = line
  }

  /// Applies `position`: a percentage, optionally with an anchor.
  private static func applyPosition(_ value: Substring, to layout: inout CueLayout) {
    let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    guard let position = Numbers.percent(parts[0]) else { return }
    if parts.count == 2 {
      guard let anchor = anchors[String(parts[1])] else { return }
      layout.positionAnchor = anchor
    }
    layout.position = position
  }

  /// The current names, and those before 2015.
  private static let anchors: [String: CueLayout.Anchor] = [
    "line-left": .start, "center": .center, "line-right": .end, "start": .start, "middle": .center, "end": .end,
  ]

  /// `separator` is ":" in REGION blocks, and "=" in the header, where regions were defined before 2015.
  static func region(_ text: some StringProtocol, separator: Character) -> CueRegion? {
    var region = CueRegion()
    for setting in text.split(whereSeparator: { WebVTTTime.isSpace($0) || $0 == "\n" }) {
      guard let (name, value) = pair(Substring(setting), separator) else { continue }
      switch name {
      case "id": region.identifier = String(value)
      case "width": if let width = Numbers.percent(value) { region.width = width }
      case "lines": if let lines = Numbers.digits(value) { region.lines = lines }
      case "regionanchor": if let point = point(value) { region.anchor = point }
      case "viewportanchor": if let point = point(value) { region.viewportAnchor = point }
      case "scroll": if value == "up" { region.scrollsUp = true }
      default: break
      }
    }
    return region.identifier.isEmpty ? nil : region
  }

  /// Parses two percentages separated by a comma.
  private static func point(_ text: Substring) -> CuePoint? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = Numbers.percent(parts[0]), let y = Numbers.percent(parts[1]) else { return nil }
    return CuePoint(x: x, y: y)
  }

  /// Splits a setting at its first separator; nil if the name or the value is empty.
  private static func pair(_ text: Substring, _ separator: Character) -> (Substring, Substring)? {
    guard let index = text.firstIndex(of: separator), index != text.startIndex else { return nil }
    let value = text[text.index(after: index)...]
    return value.isEmpty ? nil : (text[..<index], value)
  }
}
