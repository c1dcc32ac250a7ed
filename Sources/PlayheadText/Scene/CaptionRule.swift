/// A style rule of the application for captions whose file does not declare the style.
package struct CaptionRule: Sendable, Equatable {
  /// The edge style of characters.
  package enum Edge: String, Sendable { case none, raised, depressed, uniform, dropShadow }

  /// The cues that the rule applies to.
  package var selector = CueSelector.all
  /// The text colour; nil leaves it to other rules and the default, as for all optional properties.
  package var color: CueColor?
  /// Behind the characters.
  package var background: CueColor?
  /// Behind the whole block.
  package var blockBackground: CueColor?
  /// True for bold text, false for normal weight.
  package var isBold: Bool?
  /// True for italic text.
  package var isItalic: Bool?
  /// True for underlined text.
  package var isUnderlined: Bool?
  /// A family name, or a generic one such as `sans-serif`.
  package var fontName: String?
  /// The edge of characters without a background.
  package var edge: Edge?
  /// A factor of the default size.
  package var relativeSize: Double?
  /// As a fraction of the frame height.
  package var baseSize: Double?
  package var alignment: CueLayout.Alignment?
  /// In percent, as in WebVTT's settings.
  package var position: Double?
  /// The position of the first line in percent of the frame height, from the top.
  package var line: Double?
  /// The width of the box in percent of the frame width.
  package var size: Double?
  /// The direction of lines. Rules for placement apply only with the selector `all`.
  package var direction: CueLayout.Direction?

  /// Creates a rule that applies to all cues and declares nothing.
  package init() {}
}

/// Selects parts of cues.
package enum CueSelector: Equatable, Sendable {
  /// Every part of every cue.
  case all
  /// `b`, `i`, `u`, `c`, `v`, `ruby`, `rt`, `lang`.
  case tag(String)
  /// Parts inside an element with this WebVTT class.
  case className(String)
  /// All parts of the cue with this identifier.
  case identifier(String)
  /// Parts spoken by this speaker: the annotation of a WebVTT `v` element.
  case voice(String)
  /// A BCP 47 language range; a trailing `*` matches anything.
  case language(String)
  /// Both selectors must match.
  indirect case both(CueSelector, CueSelector)

  /// Parses the argument of `::cue(…)`, or an empty one; nil if it is not supported.
  package init?(_ text: some StringProtocol) {
    let inner = text.trimmingWhitespace()
    if inner.isEmpty || inner == "*" {
      self = .all
      return
    }
    var parts: [CueSelector] = []
    var rest = inner[...]
    if let first = rest.first, first.isLetter {
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      parts.append(.tag(String(name)))
      rest = rest.dropFirst(name.count)
    }
    while let first = rest.first {
      switch first {
      case ".", "#":
        let name = rest.dropFirst().prefix { $0 != "." && $0 != "#" && $0 != "[" && $0 != ":" }
        guard !name.isEmpty else { return nil }
        // Names may contain characters with CSS escapes.
        let plain = name.filter { $0 != "\\" }
        parts.append(first == "." ? .className(plain) : .identifier(plain))
        rest = rest.dropFirst(name.count + 1)
      case "[":
        guard let end = rest.firstIndex(of: "]"), let part = Self.attribute(rest[..<end].dropFirst()) else {
          return nil
        }
        parts.append(part)
        rest = rest[rest.index(after: end)...]
      case ":":
        guard rest.hasPrefix(":lang("), let end = rest.firstIndex(of: ")") else { return nil }
        parts.append(.language(Self.unquoted(rest[..<end].dropFirst(6))))
        rest = rest[rest.index(after: end)...]
      default: return nil
      }
    }
    guard var joined = parts.first else { return nil }
    for part in parts.dropFirst() { joined = .both(joined, part) }
    self = joined
  }

  /// Parses the content of an attribute selector: `voice="…"` or `lang="…"`; nil for others.
  private static func attribute(_ text: Substring) -> CueSelector? {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    switch parts[0].trimmingWhitespace() {
    case "voice": return .voice(unquoted(parts[1]))
    case "lang": return .language(unquoted(parts[1]))
    default: return nil
    }
  }

  /// Removes quotation marks and surrounding whitespace.
  private static func unquoted(_ text: some StringProtocol) -> String {
    text.trimmingWhitespace().filter { $0 != "\"" && $0 != "'" }
  }

  /// Whether the selector matches a run with this style in the cue with this identifier.
  package func matches(_ style: CueStyle, identifier: String) -> Bool {
    switch self {
    case .all: true
    case .tag("b"): style.isBold
    case .tag("i"): style.isItalic
    case .tag("u"): style.isUnderlined
    case .tag("v"): style.voice != nil
    case .tag("rt"): style.isRubyText
    case .tag("ruby"): style.isRubyText || style.isRubyBase
    case .tag("c"): !style.classes.isEmpty || style.isClassSpan
    case .tag("lang"): style.language != nil
    case .tag: false
    case .className(let name): style.classes.contains(name)
    case .identifier(let name): name == identifier
    case .voice(let name): style.voice == name
    case .language(let range): Self.language(style.language, isIn: range)
    case .both(let first, let second):
      first.matches(style, identifier: identifier) && second.matches(style, identifier: identifier)
    }
  }

  /// Whether a language matches a range by prefix, without case (RFC 4647 § 3.3.1). A missing language never matches.
  private static func language(_ language: String?, isIn range: String) -> Bool {
    guard let language = language?.lowercased() else { return false }
    let range = range.lowercased()
    if range.hasSuffix("*") { return language.hasPrefix(range.dropLast(range.hasSuffix("-*") ? 2 : 1)) }
    return language == range || language.hasPrefix(range + "-")
  }
}
