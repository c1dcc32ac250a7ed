import Foundation
import PlayheadText

/// What captions are to look like where their file does not say: `AVPlayerItem.textStyleRules`.
open class AVTextStyleRule: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants; the attributes are values that `init` has looked at.

  /// Attributes of CoreMedia (`kCMTextMarkupAttribute_…`) with their values.
  public let textMarkupAttributes: [String: Any]

  /// Which parts of captions are meant: the argument of WebVTT's `::cue(…)`, such as `b`, `.loud` or `v[voice="Ann"]`; nil for all.
  public let textSelector: String?

  let rule: CaptionRule

  /// A rule for all text. nil where an attribute is none of captions, or its value does not fit it.
  public convenience init?(textMarkupAttributes: [String: Any] = [:]) {
    self.init(textMarkupAttributes: textMarkupAttributes, textSelector: nil)
  }

  /// A rule for what a selector names. nil where an attribute is none of captions, its value does not fit it, or the selector cannot
  /// be understood.
  public init?(textMarkupAttributes: [String: Any] = [:], textSelector: String?) {
    guard var rule = TextMarkup.rule(textMarkupAttributes) else { return nil }
    if let textSelector {
      guard let selector = Self.selector(textSelector) else { return nil }
      rule.selector = selector
    }
    self.rule = rule
    self.textMarkupAttributes = textMarkupAttributes
    self.textSelector = textSelector
    super.init()
  }

  /// With or without the `::cue` around it.
  private static func selector(_ text: String) -> CueSelector? {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard text.hasPrefix("::cue") else { return CueSelector(text) }
    let rest = text.dropFirst(5)
    guard !rest.isEmpty else { return .all }
    guard rest.hasPrefix("("), rest.hasSuffix(")") else { return nil }
    return CueSelector(rest.dropFirst().dropLast())
  }

  /// Itself: rules do not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Rules that say the same are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? AVTextStyleRule)?.rule == rule }
  open override var hash: Int { textMarkupAttributes.count }

  private static let attributesKey = "AVTextStyleRuleTextMarkupAttributes"
  private static let selectorKey = "AVTextStyleRuleTextSelector"

  /// A property list, to be kept and turned into rules again.
  open class func propertyList(for textStyleRules: [AVTextStyleRule]) -> Any {
    textStyleRules.map { rule in
      var entry: [String: Any] = [attributesKey: rule.textMarkupAttributes]
      if let selector = rule.textSelector { entry[selectorKey] = selector }
      return entry
    }
  }

  /// The rules of a property list that `propertyList(for:)` made; nil for anything else.
  open class func textStyleRules(fromPropertyList plist: Any) -> [AVTextStyleRule]? {
    guard let entries = plist as? [[String: Any]] else { return nil }
    var rules: [AVTextStyleRule] = []
    for entry in entries {
      guard let attributes = entry[attributesKey] as? [String: Any],
        let rule = AVTextStyleRule(textMarkupAttributes: attributes, textSelector: entry[selectorKey] as? String)
      else { return nil }
      rules.append(rule)
    }
    return rules
  }
}

extension AVPlayerItem {
  /// What captions look like where their file does not say; later rules count more than earlier ones. nil, which it is unless set, for
  /// the usual look. A change is seen with the next picture, while paused at once.
  ///
  /// - Note: Difference from Apple: rules are for all captions that are text, not only for WebVTT.
  nonisolated public var textStyleRules: [AVTextStyleRule]? {
    get { storedTextStyleRules.withLock { $0 } }
    set {
      storedTextStyleRules.withLock { $0 = newValue }
      engineItem.captions.setRules((newValue ?? []).map(\.rule))
    }
  }
}
