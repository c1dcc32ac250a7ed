import Foundation
import PlayheadBasics
import PlayheadText

/// Converts between CoreMedia's text markup attributes and caption rules.
enum TextMarkup {
  /// The rule for a set of attributes; nil for attributes that do not apply to captions and for values of the wrong
  /// type.
  static func rule(_ attributes: [String: Any]) -> CaptionRule? {
    var rule = CaptionRule()
    for (key, value) in attributes {
      guard set(key, value, on: &rule) else { return nil }
    }
    return rule
  }

  /// Applies one attribute to a rule. Returns false for an unknown key or a value of the wrong type.
  private static func set(_ key: String, _ value: Any, on rule: inout CaptionRule) -> Bool {
    switch key {
    case kCMTextMarkupAttribute_ForegroundColorARGB: assign(color(value)) { rule.color = $0 }
    case kCMTextMarkupAttribute_BackgroundColorARGB: assign(color(value)) { rule.blockBackground = $0 }
    case kCMTextMarkupAttribute_CharacterBackgroundColorARGB: assign(color(value)) { rule.background = $0 }
    case kCMTextMarkupAttribute_BoldStyle: assign(bool(value)) { rule.isBold = $0 }
    case kCMTextMarkupAttribute_ItalicStyle: assign(bool(value)) { rule.isItalic = $0 }
    case kCMTextMarkupAttribute_UnderlineStyle: assign(bool(value)) { rule.isUnderlined = $0 }
    case kCMTextMarkupAttribute_FontFamilyName: assign(value as? String) { rule.fontName = $0 }
    case kCMTextMarkupAttribute_FontFamilyNameList: assign((value as? [String])?.first) { rule.fontName = $0 }
    case kCMTextMarkupAttribute_GenericFontFamilyName:
      assign(value as? String) { if rule.fontName == nil { rule.fontName = genericFonts[$0] } }
    case kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight:
      assign(number(value)) { rule.baseSize = $0 / 100 }
    case kCMTextMarkupAttribute_RelativeFontSize: assign(number(value)) { rule.relativeSize = $0 / 100 }
    case kCMTextMarkupAttribute_CharacterEdgeStyle:
      assign((value as? String).flatMap { edges[$0] }) { rule.edge = $0 }
    case kCMTextMarkupAttribute_Alignment: assign((value as? String).flatMap { alignments[$0] }) { rule.alignment = $0 }
    case kCMTextMarkupAttribute_VerticalLayout:
      assign((value as? String).flatMap { CueLayout.Direction(rawValue: $0) }) { rule.direction = $0 }
    case kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection:
      assign(number(value)) { rule.position = $0 }
    case kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection:
      assign(number(value)) { rule.line = $0 }
    case kCMTextMarkupAttribute_WritingDirectionSizePercentage: assign(number(value)) { rule.size = $0 }
    default: false
    }
  }

  /// Passes a value to `body`. Returns false without a value.
  private static func assign<Value>(_ value: Value?, _ body: (Value) -> Void) -> Bool {
    guard let value else { return false }
    body(value)
    return true
  }

  /// A number that is finite and not negative; nil for all others.
  static func number(_ value: Any) -> Double? {
    let number = (value as? NSNumber)?.doubleValue ?? (value as? Double) ?? (value as? Int).map(Double.init)
    return number.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
  }

  /// A Boolean, or a number: 0 is false.
  private static func bool(_ value: Any) -> Bool? { (value as? Bool) ?? (value as? NSNumber)?.boolValue }

  /// A color from alpha, red, green and blue.
  private static func color(_ value: Any) -> CueColor? {
    guard let parts = (value as? [Any])?.map({ number($0) }), parts.count == 4, !parts.contains(nil) else { return nil }
    let bytes = parts.map { UInt8(saturating: (min(1, $0 ?? 0) * 255).rounded()) }
    return CueColor(red: bytes[1], green: bytes[2], blue: bytes[3], alpha: bytes[0])
  }

  /// The color as Core Media's array of alpha, red, green and blue, from 0 to 1.
  static func value(_ color: CueColor) -> [NSNumber] {
    [color.alpha, color.red, color.green, color.blue].map { NSNumber(value: Double($0) / 255) }
  }

  /// The fontconfig families of the generic font names.
  private static let genericFonts: [String: String] = [
    kCMTextMarkupGenericFontName_Default: "sans-serif", kCMTextMarkupGenericFontName_Serif: "serif",
    kCMTextMarkupGenericFontName_SansSerif: "sans-serif", kCMTextMarkupGenericFontName_Monospace: "monospace",
    kCMTextMarkupGenericFontName_ProportionalSerif: "serif",
    kCMTextMarkupGenericFontName_ProportionalSansSerif: "sans-serif",
    kCMTextMarkupGenericFontName_MonospaceSerif: "monospace",
    kCMTextMarkupGenericFontName_MonospaceSansSerif: "monospace", kCMTextMarkupGenericFontName_Casual: "cursive",
    kCMTextMarkupGenericFontName_Cursive: "cursive", kCMTextMarkupGenericFontName_Fantasy: "fantasy",
    kCMTextMarkupGenericFontName_SmallCapital: "sans-serif",
  ]
  /// The edge styles by Core Media's names.
  private static let edges: [String: CaptionRule.Edge] = [
    kCMTextMarkupCharacterEdgeStyle_None: .none, kCMTextMarkupCharacterEdgeStyle_Raised: .raised,
    kCMTextMarkupCharacterEdgeStyle_Depressed: .depressed, kCMTextMarkupCharacterEdgeStyle_Uniform: .uniform,
    kCMTextMarkupCharacterEdgeStyle_DropShadow: .dropShadow,
  ]
  /// The alignments by Core Media's names.
  static let alignments: [String: CueLayout.Alignment] = [
    kCMTextMarkupAlignmentType_Start: .start, kCMTextMarkupAlignmentType_Middle: .center,
    kCMTextMarkupAlignmentType_End: .end, kCMTextMarkupAlignmentType_Left: .left,
    kCMTextMarkupAlignmentType_Right: .right,
  ]
}
