/// Parses boxes of ISO/IEC 14496-12 § 4.2 in caption samples and sample descriptions.
enum ISOBoxes {
  /// The consecutive boxes, up to the first damaged one.
  static func read(_ bytes: ArraySlice<UInt8>) -> [(type: String, content: ArraySlice<UInt8>)] {
    var rest = bytes
    var found: [(type: String, content: ArraySlice<UInt8>)] = []
    while rest.count >= 8 {
      let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, size <= rest.count else { break }
      let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      found.append((type, rest.prefix(size).dropFirst(8)))
      rest = rest.dropFirst(size)
    }
    return found
  }
}

/// Reads consecutive big-endian numbers.
struct BigEndianFields {
  /// The bytes that are not yet read.
  private var rest: ArraySlice<UInt8>

  /// Creates a reader at the first byte of the slice.
  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The bytes after those read so far, for boxes that follow the fields.
  var remaining: ArraySlice<UInt8> { rest }

  /// Reads an unsigned byte. nil at the end.
  mutating func byte() -> UInt8? { rest.popFirst() }

  /// Reads an unsigned 16-bit number. nil if fewer than two bytes are left.
  mutating func number16() -> Int? { number(bytes: 2) }

  /// Reads an unsigned 32-bit number. nil if fewer than four bytes are left.
  mutating func number32() -> Int? { number(bytes: 4) }

  /// nil, without consuming anything, if fewer bytes are left.
  private mutating func number(bytes count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
  }
}
