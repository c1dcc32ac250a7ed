import Foundation
import PlayheadText
import Synchronization

/// A style rule for captions whose file does not style them: `AVPlayerItem.textStyleRules`.
open class AVTextStyleRule: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants; the attributes are values that `init` has validated.

  /// The CoreMedia attributes (`kCMTextMarkupAttribute_…`) and their values.
  open var textMarkupAttributes: [String: Any] { storedTextMarkupAttributes }
  /// The value of `textMarkupAttributes`.
  private let storedTextMarkupAttributes: [String: Any]

  /// The selector of the styled text: the argument of WebVTT's `::cue(…)`, such as `b`, `.loud` or `v[voice="Ann"]`;
  /// nil for all text.
  open var textSelector: String? { storedTextSelector }
  /// The value of `textSelector`.
  private let storedTextSelector: String?

  let rule: CaptionRule

  /// Creates a rule for all text. Fails for attributes that do not apply to captions and for values of the wrong type.
  public convenience init?(textMarkupAttributes: [String: Any] = [:]) {
    self.init(textMarkupAttributes: textMarkupAttributes, textSelector: nil)
  }

  /// Creates a rule for the text that a selector matches. Fails for attributes that do not apply to captions, for
  /// values of the wrong type, and for invalid selectors.
  public init?(textMarkupAttributes: [String: Any] = [:], textSelector: String?) {
    guard var rule = TextMarkup.rule(textMarkupAttributes) else { return nil }
    if let textSelector {
      guard let selector = Self.selector(textSelector) else { return nil }
      rule.selector = selector
    }
    self.rule = rule
    storedTextMarkupAttributes = textMarkupAttributes
    storedTextSelector = textSelector
    super.init()
  }

  /// Parses a selector, with or without the enclosing `::cue`.
  private static func selector(_ text: String) -> CueSelector? {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard text.hasPrefix("::cue") else { return CueSelector(text) }
    let rest = text.dropFirst(5)
    guard !rest.isEmpty else { return .all }
    guard rest.hasPrefix("("), rest.hasSuffix(")") else { return nil }
    return CueSelector(rest.dropFirst().dropLast())
  }

  /// Returns the rule itself: rules are immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Rules with the same styling and selector are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? AVTextStyleRule)?.rule == rule }
  /// A hash value, equal for equal objects.
  open override var hash: Int { textMarkupAttributes.count }

  private static let attributesKey = "AVTextStyleRuleTextMarkupAttributes"
  private static let selectorKey = "AVTextStyleRuleTextSelector"

  /// A property list of rules, for storage.
  open class func propertyList(for textStyleRules: [AVTextStyleRule]) -> Any {
    textStyleRules.map { rule in
      var entry: [String: Any] = [attributesKey: rule.textMarkupAttributes]
      if let selector = rule.textSelector { entry[selectorKey] = selector }
      return entry
    }
  }

  /// The rules of a property list made by `propertyList(for:)`; nil for any other value.
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
