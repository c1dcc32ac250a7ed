/// The rules of WebVTT's STYLE blocks: `::cue` for all, or for a tag, a class, a cue identifier, a voice (§ 7).
struct StyleSheet {
  private var rules: [(target: CueSelector, declarations: [(String, String)])] = []

  init(_ sheets: [String]) {
    for sheet in sheets {
      for rule in sheet.split(separator: "}") {
        let parts = rule.split(separator: "{", maxSplits: 1)
        guard parts.count == 2 else { continue }
        let declarations = Self.declarations(parts[1])
        for selector in parts[0].split(separator: ",") {
          guard let target = Self.target(selector.trimmingWhitespace()) else { continue }
          rules.append((target, declarations))
        }
      }
    }
  }

  private static func target(_ selector: String) -> CueSelector? {
    guard selector.hasPrefix("::cue") else { return nil }
    let rest = selector.dropFirst(5)
    if rest.isEmpty { return .all }
    guard rest.hasPrefix("("), rest.hasSuffix(")") else { return nil }
    return CueSelector(rest.dropFirst().dropLast())
  }

  private static func declarations(_ text: Substring) -> [(String, String)] {
    text.split(separator: ";").compactMap { declaration in
      let parts = declaration.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (parts[0].trimmingWhitespace().lowercased(), parts[1].trimmingWhitespace()) : nil
    }
  }

  func apply(to cue: inout Cue) {
    guard !rules.isEmpty else { return }
    for index in cue.runs.indices {
      let before = cue.runs[index].style
      for rule in rules where rule.target.matches(before, identifier: cue.identifier) {
        for (name, value) in rule.declarations { Self.set(name, value, on: &cue.runs[index].style) }
      }
    }
  }

  private static func set(_ name: String, _ value: String, on style: inout CueStyle) {
    switch name {
    case "color": style.color = CueColor(named: value) ?? style.color
    case "background", "background-color": style.background = CueColor(named: value) ?? style.background
    case "font-weight": style.isBold = value == "bold" || (Int(value) ?? 0) >= 600
    case "font-style": style.isItalic = value == "italic" || value == "oblique"
    case "text-decoration":
      style.isUnderlined = value.contains("underline")
      style.isStruckThrough = value.contains("line-through")
    case "font-family": style.fontName = value.filter { $0 != "\"" && $0 != "'" }
    default: break
    }
  }
}
