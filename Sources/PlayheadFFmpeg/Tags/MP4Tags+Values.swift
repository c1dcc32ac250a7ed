import PlayheadMedia

/// The values of metadata items, by the well-known types of the QuickTime File Format.
extension MP4Tags {
  /// The value of a well-known type; nil if its bytes do not have the length of the type. Unknown types remain bytes.
  static func value(_ content: [UInt8], type: UInt64, key: String) -> MediaTag.Value? {
    switch type {
    case 1, 4: return .text(TagBytes.utf8(content).unpadded)
    case 2, 5: return .text(TagBytes.utf16(content[...]).unpadded)
    case 21, 65, 66, 67, 74: return signed(content).map { .integer($0) }
    case 22, 75, 76, 77, 78: return unsigned(content).map { .integer($0) }
    case 23: return unsigned(content, width: 4).map { .real(Double(Float(bitPattern: UInt32($0)))) }
    case 24: return unsigned(content, width: 8).map { .real(Double(bitPattern: UInt64(bitPattern: $0))) }
    case 0: return implicit(content, key: key)
    default: return .bytes(content, .raw)
    }
  }

  /// Without a type the key decides: genre numbers, short numbers, and pairs such as the track number and count, which
  /// remain bytes.
  private static func implicit(_ content: [UInt8], key: String) -> MediaTag.Value? {
    if key == "gnre" || key == "tmpo" || key == "cpil" || key == "rtng" || key == "stik" {
      if let number = signed(content) { return .integer(number) }
    }
    return content.isEmpty ? nil : .bytes(content, .raw)
  }

  /// A big-endian number in two's complement; nil if it is empty or longer than eight bytes.
  private static func signed(_ content: [UInt8]) -> Int64? {
    guard let first = content.first, content.count <= 8 else { return nil }
    return content.reduce(Int64(first >= 0x80 ? -1 : 0)) { $0 << 8 | Int64($1) }
  }

  /// A big-endian number without sign, whose bits may fill `Int64`; nil unless it has the given length.
  private static func unsigned(_ content: [UInt8], width: Int? = nil) -> Int64? {
    guard !content.isEmpty, content.count <= 8, width == nil || content.count == width else { return nil }
    return content.reduce(Int64(0)) { $0 << 8 | Int64($1) }
  }
}

/// The language fields of MP4 and QuickTime.
enum MP4Language {
  /// Three letters of five bits each (ISO/IEC 14496-12 §8.4.2.3), or a Macintosh language code; nil for “undetermined”.
  static func name(_ code: UInt16) -> String? {
    guard code >= 0x400 else { return code == 0 ? nil : Self.macintosh[Int(code)] }
    guard code != 0x7FFF else { return nil }
    let letters = [code >> 10 & 31, code >> 5 & 31, code & 31].map { UInt8($0) + 0x60 }
    guard letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    let name = TagBytes.latin1(letters)
    return name == "und" ? nil : name
  }

  /// The common codes of QuickTime File Format “Language Code Values”. Zero is English there, but writers without
  /// language support write zero as well: treated as undeclared.
  private static let macintosh: [Int: String] = [
    1: "fra", 2: "deu", 3: "ita", 4: "nld", 5: "swe", 6: "spa", 7: "dan", 8: "por", 9: "nor", 10: "heb", 11: "jpn",
    12: "ara", 13: "fin", 14: "ell", 15: "isl", 16: "mlt", 17: "tur", 18: "hrv", 19: "zho", 20: "urd", 21: "hin",
    22: "tha", 23: "kor", 24: "lit", 25: "pol", 26: "hun", 27: "est", 28: "lav", 31: "fas", 32: "rus", 33: "zho",
    37: "gle", 38: "ces", 39: "slk", 40: "slv", 42: "mkd", 44: "bul", 45: "ukr", 50: "srp",
  ]
}
