import Foundation

/// Decodes text of unknown encoding.
package enum TextDecoding {
  /// Never fails: invalid bytes become U+FFFD. U+0000 is preserved: each format has its own rule for it.
  package static func string(_ data: Data) -> String { string([UInt8](data)) }

  /// Decodes bytes by their byte order mark, as UTF-8, or in a detected legacy encoding.
  package static func string(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
    if bytes.starts(with: [0xFF, 0xFE]) { return wide(bytes.dropFirst(2), isBigEndian: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return wide(bytes.dropFirst(2), isBigEndian: true) }
    if let isBigEndian = wideOrder(bytes) { return wide(bytes[...], isBigEndian: isBigEndian) }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    if let text = EncodingGuess.string(bytes) { return text }
    // Code page 1252 has five undefined bytes; ISO 8859-1 defines all.
    let encodings = isCyrillic(bytes) ? ["WINDOWS-1251"] : ["WINDOWS-1252", "ISO-8859-1"]
    return encodings.lazy.compactMap { EncodingGuess.converted(bytes, from: $0) }.first
      ?? String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes UTF-16. An odd last byte is dropped; unpaired surrogates become U+FFFD.
  private static func wide(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Detects UTF-16 without a byte order mark: captions contain many digits and line ends, one byte of which is zero.
  private static func wideOrder(_ bytes: [UInt8]) -> Bool? {
    let sample = bytes.prefix(1024)
    let zeros = sample.indices.filter { sample[$0] == 0 }
    guard sample.count >= 8, zeros.count * 4 > sample.count else { return nil }
    return zeros.count { $0 % 2 == 0 } * 2 > zeros.count
  }

  /// In Western text non-ASCII letters are isolated; in Cyrillic they form whole words.
  private static func isCyrillic(_ bytes: [UInt8]) -> Bool {
    var (letters, neighbours) = (0, 0)
    for (index, byte) in bytes.enumerated() where byte >= 0xC0 {
      letters += 1
      if index > 0, bytes[index - 1] >= 0xC0 { neighbours += 1 }
    }
    return letters > 0 && neighbours * 2 > letters
  }
}

/// Splits text into lines with any kind of line ending.
package enum TextLines {
  /// The lines without their endings: LF, CR or CR LF. A line ending at the end of the text does not add an empty line.
  package static func split(_ text: String) -> [String] {
    var lines: [String] = []
    var text = text
    text.withUTF8 { bytes in
      var (start, index) = (0, 0)
      while index < bytes.count {
        if bytes[index] == 0x0A || bytes[index] == 0x0D {
          lines.append(String(decoding: bytes[start..<index], as: UTF8.self))
          if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
          start = index + 1
        }
        index += 1
      }
      if start < bytes.count { lines.append(String(decoding: bytes[start...], as: UTF8.self)) }
    }
    return lines
  }
}
