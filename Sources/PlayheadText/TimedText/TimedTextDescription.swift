/// What all samples of a track of 3GPP timed text have in common (3GPP TS 26.245 § 5.16), as the container keeps it behind the
/// fields that every sample entry has.
package struct TimedTextDescription: Equatable, Sendable {
  /// How text looks where its sample says nothing.
  var style: TimedTextStyle
  var layout: CueLayout
  /// Names of fonts by their numbers.
  var fonts: [Int: String] = [:]

  /// nil for bytes that are none: text is shown as the viewer likes it then.
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

  /// 0 is left and top, 1 the middle, -1 right and bottom. The box of the text is left to the viewer, as captions have to keep clear
  /// of what covers the picture.
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

/// A style record (3GPP TS 26.245 § 5.16): the characters that it is for, and how they look.
struct TimedTextStyle: Equatable {
  /// Characters of Unicode from the beginning of the text; the last does not belong to it.
  var characters: Range<Int>
  var font: Int
  var isBold: Bool
  var isItalic: Bool
  var isUnderlined: Bool
  /// In pixels of the track.
  var size: Int
  var color: CueColor

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
  /// Red, green, blue and opacity.
  init?(_ fields: inout BigEndianFields) {
    guard let rgba = fields.number32() else { return nil }
    func byte(_ shift: Int) -> UInt8 { UInt8(truncatingIfNeeded: rgba >> shift) }
    self.init(red: byte(24), green: byte(16), blue: byte(8), alpha: byte(0))
  }
}
