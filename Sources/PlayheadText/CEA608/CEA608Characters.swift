/// The characters of CEA-608 that differ from ASCII (CEA-608-E, tables 5 to 10).
enum CEA608Characters {
  /// The character of a code from 0x20 to 0x7F: ASCII, except for the replaced codes.
  static func basic(_ code: UInt8) -> Character {
    replaced[code] ?? Character(Unicode.Scalar(code))
  }

  /// 0x30 to 0x3F after 0x11.
  static func special(_ code: UInt8) -> Character? { at(code, 0x30, special) }
  /// 0x20 to 0x3F after 0x12: Spanish and French.
  static func extendedFirst(_ code: UInt8) -> Character? { at(code, 0x20, spanishFrench) }
  /// 0x20 to 0x3F after 0x13: Portuguese, German, Danish.
  static func extendedSecond(_ code: UInt8) -> Character? { at(code, 0x20, portugueseGerman) }

  /// The entry of a table whose first element has the code `first`; nil outside of the table.
  private static func at(_ code: UInt8, _ first: UInt8, _ table: [Character]) -> Character? {
    guard code >= first, Int(code - first) < table.count else { return nil }
    return table[Int(code - first)]
  }

  /// The basic codes that are not ASCII: accented letters, a typographic apostrophe and the solid block.
  private static let replaced: [UInt8: Character] = [
    0x27: "’", 0x2A: "á", 0x5C: "é", 0x5E: "í", 0x5F: "ó", 0x60: "ú", 0x7B: "ç", 0x7C: "÷", 0x7D: "Ñ", 0x7E: "ñ",
    0x7F: "█",
  ]
  /// The characters of `special(_:)`. The tenth is the transparent space.
  private static let special: [Character] = Array("®°½¿™¢£♪à\u{A0}èâêîôû")
  /// The characters of `extendedFirst(_:)`.
  private static let spanishFrench: [Character] = Array("ÁÉÓÚÜü‘¡*'━©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»")
  /// The characters of `extendedSecond(_:)`.
  private static let portugueseGerman: [Character] = Array("ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤┃ÅåØø┏┓┗┛")
}
