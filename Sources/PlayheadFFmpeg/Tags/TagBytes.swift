import Foundation

/// Reads numbers and text from the front of a tag's bytes. Reading beyond the end returns nil and never traps.
struct TagBytes {
  /// The bytes to read; the slice retains its indexes.
  private let bytes: ArraySlice<UInt8>
  /// The index of the next byte.
  private(set) var position: Int

  /// Creates a reader at the start of the bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Creates a reader at the start of the bytes.
  init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  /// The number of bytes left.
  var count: Int { bytes.endIndex - position }
  /// Whether all bytes were read.
  var isAtEnd: Bool { count <= 0 }
  /// The bytes left.
  var rest: ArraySlice<UInt8> { bytes[min(position, bytes.endIndex)...] }

  /// Takes exactly `length` bytes; nil, and nothing taken, if there are fewer or the length is negative.
  mutating func take(_ length: Int) -> ArraySlice<UInt8>? {
    guard length >= 0, length <= count else { return nil }
    defer { position += length }
    return bytes[position..<position + length]
  }

  /// Skips exactly `length` bytes; false, and nothing skipped, if there are fewer.
  mutating func skip(_ length: Int) -> Bool { take(length) != nil }

  /// The next number of up to eight bytes, big-endian.
  mutating func number(_ width: Int) -> UInt64? { take(width).map { $0.reduce(0) { $0 << 8 | UInt64($1) } } }

  /// The next number of up to eight bytes, little-endian.
  mutating func littleNumber(_ width: Int) -> UInt64? {
    take(width).map { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
  }

  /// A number with seven bits per byte (ID3v2.3 §3.1).
  mutating func syncSafeNumber() -> Int? { take(4).map { $0.reduce(0) { $0 << 7 | Int($1 & 0x7F) } } }

  /// Takes four characters in ISO 8859-1, the type of a box or a key.
  mutating func fourCharacters() -> String? { take(4).map(Self.latin1) }

  // MARK: Texts

  /// Decodes ISO 8859-1, in which every byte is a character.
  static func latin1(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }

  /// Decodes UTF-8, replacing invalid sequences.
  static func utf8(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Decodes UTF-16 by its byte order mark or, without one, in the given order.
  static func utf16(_ bytes: ArraySlice<UInt8>, isBig: Bool = true) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var isBig = isBig
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      let unit = isBig ? first << 8 | second : second << 8 | first
      index += 2
      if unit == 0xFEFF { continue }
      if unit == 0xFFFE, units.isEmpty {
        isBig.toggle()
        continue
      }
      units.append(unit)
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Decodes text with a UTF-16 byte order mark as UTF-16, and everything else as UTF-8.
  static func marked(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) ? utf16(bytes) : utf8(bytes)
  }
}

extension String {
  /// The text without trailing zeros and white space, which writers use as padding.
  var unpadded: String {
    var scalars = Substring(self).unicodeScalars
    while let last = scalars.last, last.value == 0 || last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}
