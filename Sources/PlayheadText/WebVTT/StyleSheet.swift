/// The rules of WebVTT's STYLE blocks: `::cue` for all, or for a tag, a class, a cue identifier, a voice (§ 7).
struct StyleSheet {
  /// The rules in file order. A later rule overrides an earlier one, without regard to specificity.
  private var rules: [(target: CueSelector, declarations: [(String, String)])] = []

  /// Parses style sheets. Rules with unsupported selectors are dropped.
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

  /// The target of a selector such as `::cue(b)`; nil for selectors that do not select cues.
  private static func target(_ selector: String) -> CueSelector? {
    guard selector.hasPrefix("::cue") else { return nil }
    let rest = selector.dropFirst(5)
    if rest.isEmpty { return .all }
    guard rest.hasPrefix("("), rest.hasSuffix(")") else { return nil }
    return CueSelector(rest.dropFirst().dropLast())
  }

  /// Splits a declaration block into lowercase names and their values.
  private static func declarations(_ text: Substring) -> [(String, String)] {
    text.split(separator: ";").compactMap { declaration in
      let parts = declaration.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (parts[0].trimmingWhitespace().lowercased(), parts[1].trimmingWhitespace()) : nil
    }
  }

  /// Applies the matching rules to the runs of a cue.
  func apply(to cue: inout Cue) {
    guard !rules.isEmpty else { return }
    for index in cue.runs.indices {
      let before = cue.runs[index].style
      for rule in rules where rule.target.matches(before, identifier: cue.identifier) {
        for (name, value) in rule.declarations { Self.set(name, value, on: &cue.runs[index].style) }
      }
    }
  }

  /// Applies one declaration. Unknown properties and invalid colours have no effect.
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
