/// The sample description of a 3GPP timed text track (3GPP TS 26.245 § 5.16), as stored after the common fields of
/// sample entries.
package struct TimedTextDescription: Equatable, Sendable {
  /// The style of text whose sample declares none.
  var style: TimedTextStyle
  /// The placement from the justification, for all samples of the track.
  var layout: CueLayout
  /// The font names by number.
  var fonts: [Int: String] = [:]

  /// nil for invalid bytes: then the viewer's default style applies.
  init?(_ bytes: [UInt8]) {
    var fields = BigEndianFields(bytes[...])
    guard fields.number32() != nil, let horizontal = fields.byte(), let vertical = fields.byte(),
      fields.number32() != nil, fields.number32() != nil, fields.number32() != nil,
      let style = TimedTextStyle(&fields)
    else { return nil }
    self.style = style
    layout = Self.layout(horizontal: Int8(bitPattern: horizontal), vertical: Int8(bitPattern: vertical))
    for box in ISOBoxes.read(fields.remaining) where box.type == "ftab" { fonts = Self.fonts(box.content) }
  }

  /// 0 is left or top, 1 the middle, -1 right or bottom. The text box is ignored, because captions must avoid controls
  /// that cover the frame.
  private static func layout(horizontal: Int8, vertical: Int8) -> CueLayout {
    var layout = CueLayout()
    switch horizontal {
    case 0: layout.alignment = .left
    case -1: layout.alignment = .right
    default: break
    }
    switch vertical {
    case 0: layout.line = .number(0)
    case 1:
      layout.line = .percent(50)
      layout.lineAnchor = .center
    default: break
    }
    return layout
  }

  /// Parses the font table (`ftab`), up to the first damaged entry.
  private static func fonts(_ bytes: ArraySlice<UInt8>) -> [Int: String] {
    var fields = BigEndianFields(bytes)
    var fonts: [Int: String] = [:]
    for _ in 0..<(fields.number16() ?? 0) {
      guard let number = fields.number16(), let length = fields.byte() else { break }
      let name = (0..<Int(length)).compactMap { _ in fields.byte() }
      guard name.count == Int(length) else { break }
      fonts[number] = String(decoding: name, as: UTF8.self)
    }
    return fonts
  }
}

/// A style record (3GPP TS 26.245 § 5.16): a range of characters and their style.
struct TimedTextStyle: Equatable {
  /// Unicode characters from the beginning of the text; the upper bound is exclusive.
  var characters: Range<Int>
  /// The number of a font in the description's font table.
  var font: Int
  /// Bit 0 of the face flags.
  var isBold: Bool
  /// Bit 1 of the face flags.
  var isItalic: Bool
  /// Bit 2 of the face flags.
  var isUnderlined: Bool
  /// In pixels of the track.
  var size: Int
  /// The text colour with its alpha.
  var color: CueColor

  /// Reads a record of 12 bytes; nil if it is incomplete. An end before the start makes the range empty.
  init?(_ fields: inout BigEndianFields) {
    guard let start = fields.number16(), let end = fields.number16(), let font = fields.number16(),
      let face = fields.byte(), let size = fields.byte(), let color = CueColor(&fields)
    else { return nil }
    characters = start..<max(start, end)
    (self.font, self.size, self.color) = (font, Int(size), color)
    (isBold, isItalic, isUnderlined) = (face & 1 != 0, face & 2 != 0, face & 4 != 0)
  }
}

extension CueColor {
  /// Red, green, blue and alpha.
  init?(_ fields: inout BigEndianFields) {
    guard let rgba = fields.number32() else { return nil }
    func byte(_ shift: Int) -> UInt8 { UInt8(truncatingIfNeeded: rgba >> shift) }
    self.init(red: byte(24), green: byte(16), blue: byte(8), alpha: byte(0))
  }
}
