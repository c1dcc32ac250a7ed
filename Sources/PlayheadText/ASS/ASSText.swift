/// One line of a style section.
struct ASSStyle {
  /// The name by which events and `\r` codes reference the style.
  let name: String
  /// The part of the style that runs describe; size, outline and margins are left to libass.
  let text: CueStyle
  /// Numbered like a numeric keypad.
  let placement: Int?

  /// Parses the value of a `Style:` line. nil if it has no name field.
  ///
  /// - Parameters:
  ///   - format: The lowercase field names of the section, in the order of the values.
  ///   - isOld: Whether the section is SSA's `[V4 Styles]`, whose alignments have other numbers.
  init?(_ line: String, format: [String], isOld: Bool) {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingWhitespace() }
    let values = Dictionary(zip(format, fields)) { first, _ in first }
    guard let name = values["name"] else { return nil }
    self.name = name
    var style = CueStyle()
    style.fontName = values["fontname"]
    style.isBold = Self.isOn(values["bold"])
    style.isItalic = Self.isOn(values["italic"])
    style.isUnderlined = Self.isOn(values["underline"])
    style.isStruckThrough = Self.isOn(values["strikeout"])
    style.color = values["primarycolour"].flatMap { CueColor(ass: $0) }
    text = style
    placement = values["alignment"].flatMap { Int($0) }.flatMap { isOld ? Self.keypad(old: $0) : $0 }
      .flatMap { 1...9 ~= $0 ? $0 : nil }
  }

  /// Whether a flag is set: files write -1 for true and 0 for false.
  private static func isOn(_ text: String?) -> Bool { text.flatMap { Int($0) }.map { $0 != 0 } ?? false }

  /// Converts the alignment of SSA: 1 to 3 at the bottom, 5 to 7 at the top, 9 to 11 in the middle.
  static func keypad(old value: Int) -> Int? {
    switch value {
    case 1...3: value
    case 5...7: value + 2
    case 9...11: value - 5
    default: nil
    }
  }
}

extension CueColor {
  /// Parses &HAABBGGRR, where alpha 00 is opaque, or a decimal number.
  init?(ass text: String) {
    let text = text.filter { $0 != "&" }
    let value = text.uppercased().hasPrefix("H") ? UInt32(text.dropFirst(), radix: 16) : UInt32(text)
    guard let value else { return nil }
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
    self.init(red: byte(0), green: byte(8), blue: byte(16), alpha: 255 - byte(24))
  }
}

/// Parses the text of a line: \N,
///  and \h, and the override codes in braces.
enum ASSText {
  /// Splits the text into runs of uniform style. Drawings (`\p1` and higher) produce no text.
  ///
  /// - Parameters:
  ///   - base: The style of the event, to which `\r` returns.
  ///   - styles: The styles that `\r` may name.
  /// - Returns: The runs, and the first placement code as a position on the numeric keypad; nil if there is none.
  static func read(
    _ text: String, style base: CueStyle, styles: [String: CueStyle]
  ) -> (runs: [CueRun], placement: Int?) {
    var (runs, placement): ([CueRun], Int?) = ([], nil)
    var style = base
    var isDrawing = false
    for (number, piece) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      var visible = piece
      if number > 0 {
        guard let end = piece.firstIndex(of: "}") else {
          runs.append(CueRun("{" + plain(piece), style: style))
          continue
        }
        for code in piece[..<end].split(separator: "\\") {
          apply(code, base: base, styles: styles, to: &style, &placement, &isDrawing)
        }
        visible = piece[piece.index(after: end)...]
      }
      if !visible.isEmpty, !isDrawing { runs.append(CueRun(plain(visible), style: style)) }
    }
    return (runs, placement)
  }

  /// Replaces the escapes for line breaks and for the hard space.
  private static func plain(_ text: Substring) -> String {
    String(text).replacing("\\N", with: "\n").replacing("\\n", with: "\n").replacing("\\h", with: "\u{A0}")
  }

  /// Applies one override code, without its backslash. Unknown codes and a second placement have no effect.
  private static func apply(
    _ code: Substring, base: CueStyle, styles: [String: CueStyle], to style: inout CueStyle, _ placement: inout Int?,
    _ isDrawing: inout Bool
  ) {
    func value(_ name: String) -> Substring? { code.hasPrefix(name) ? code.dropFirst(name.count) : nil }
    func isOn(_ name: String) -> Bool? { value(name).flatMap { Int($0) }.map { $0 != 0 } }
    if let place = value("an").flatMap({ Int($0) }) {
      if 1...9 ~= place, placement == nil { placement = place }
    } else if let place = value("a").flatMap({ Int($0) }) {
      if placement == nil { placement = ASSStyle.keypad(old: place) }
    } else if let isOn = isOn("b") {
      style.isBold = isOn
    } else if let isOn = isOn("i") {
      style.isItalic = isOn
    } else if let isOn = isOn("u") {
      style.isUnderlined = isOn
    } else if let isOn = isOn("s") {
      style.isStruckThrough = isOn
    } else if let name = value("fn") {
      style.fontName = name.isEmpty ? base.fontName : String(name)
    } else if let scale = value("p").flatMap({ Int($0) }) {
      isDrawing = scale > 0
    } else if let color = (value("1c") ?? value("c&")).flatMap({ CueColor(ass: String($0)) }) {
      style.color = color
    } else if let name = value("r") {
      style = styles[String(name)] ?? base
    }
  }
}
