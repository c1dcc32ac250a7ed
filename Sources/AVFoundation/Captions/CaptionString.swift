import Foundation
import PlayheadText

/// A caption as an attributed string with CoreMedia's attributes.
enum CaptionString {
  static func make(
    _ cue: Cue, rules: [CaptionRule], resolution: AVPlayerItemLegibleOutput.TextStylingResolution
  ) -> NSAttributedString {
    let whole = attributes(of: cue.layout, rules: rules, isComplete: resolution == .default)
    let string = NSMutableAttributedString(string: "")
    for run in cue.runs where !run.style.isRubyText {
      let style = run.style.styled(by: rules, identifier: cue.identifier)
      let attributes = whole.merging(attributes(of: style, rules: rules, isComplete: resolution == .default)) { $1 }
      string.append(
        NSAttributedString(
          string: run.text,
          attributes: Dictionary(
            uniqueKeysWithValues: attributes.map { (NSAttributedString.Key(rawValue: $0.key), $0.value) })))
    }
    return string
  }

  private static func attributes(of style: CueStyle, rules: [CaptionRule], isComplete: Bool) -> [String: Any] {
    var found: [String: Any] = [:]
    if style.isBold { found[kCMTextMarkupAttribute_BoldStyle] = true }
    if style.isItalic { found[kCMTextMarkupAttribute_ItalicStyle] = true }
    if style.isUnderlined { found[kCMTextMarkupAttribute_UnderlineStyle] = true }
    if let color = style.color { found[kCMTextMarkupAttribute_ForegroundColorARGB] = TextMarkup.value(color) }
    if let color = style.background {
      found[kCMTextMarkupAttribute_CharacterBackgroundColorARGB] = TextMarkup.value(color)
    }
    if let name = style.fontName { found[kCMTextMarkupAttribute_FontFamilyName] = name }
    if let size = style.fontSize {
      found[kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight] = size * 100
    }
    guard isComplete else { return found }
    let usual: [String: Any] = [
      kCMTextMarkupAttribute_ForegroundColorARGB: [1, 1, 1, 1].map { NSNumber(value: $0) },
      kCMTextMarkupAttribute_GenericFontFamilyName: kCMTextMarkupGenericFontName_SansSerif,
      kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight: 5.0,
      kCMTextMarkupAttribute_CharacterEdgeStyle: kCMTextMarkupCharacterEdgeStyle_Uniform,
    ]
    return usual.merging(found) { $1 }
  }

  private static func attributes(of layout: CueLayout, rules: [CaptionRule], isComplete: Bool) -> [String: Any] {
    var found: [String: Any] = [:]
    let unset = CueLayout()
    for rule in rules where rule.selector == .all {
      if let size = rule.baseSize {
        found[kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight] = size * 100
      }
      if let size = rule.relativeSize { found[kCMTextMarkupAttribute_RelativeFontSize] = size * 100 }
      if let edge = rule.edge { found[kCMTextMarkupAttribute_CharacterEdgeStyle] = Self.edges[edge] }
    }
    if layout.alignment != unset.alignment || isComplete {
      found[kCMTextMarkupAttribute_Alignment] = TextMarkup.alignments.first { $0.value == layout.alignment }?.key
    }
    if let position = layout.position {
      found[kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection] = position
    }
    if layout.size != unset.size { found[kCMTextMarkupAttribute_WritingDirectionSizePercentage] = layout.size }
    if layout.direction != .horizontal { found[kCMTextMarkupAttribute_VerticalLayout] = layout.direction.rawValue }
    if let line = linePercent(layout.line) {
      found[kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection] = line
    }
    return found
  }

  /// The line position in percent. One line is a fifteenth of the title-safe height, as in television captions.
  private static func linePercent(_ line: CueLayout.Line) -> Double? {
    switch line {
    case .automatic: nil
    case .percent(let percent): percent
    case .number(let number): min(100, max(0, number < 0 ? 100 + number * 5.33 : number * 5.33))
    }
  }

  private static let edges: [CaptionRule.Edge: String] = [
    .none: kCMTextMarkupCharacterEdgeStyle_None, .raised: kCMTextMarkupCharacterEdgeStyle_Raised,
    .depressed: kCMTextMarkupCharacterEdgeStyle_Depressed, .uniform: kCMTextMarkupCharacterEdgeStyle_Uniform,
    .dropShadow: kCMTextMarkupCharacterEdgeStyle_DropShadow,
  ]
}
