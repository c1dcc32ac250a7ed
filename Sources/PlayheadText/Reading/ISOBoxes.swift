/// Boxes of ISO/IEC 14496-12 § 4.2, as samples and descriptions of captions contain them.
enum ISOBoxes {
  /// The boxes that follow each other, up to the first that is damaged.
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

/// Numbers one after another, the highest byte first.
struct BigEndianFields {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var remaining: ArraySlice<UInt8> { rest }

  mutating func byte() -> UInt8? { rest.popFirst() }

  mutating func number16() -> Int? { number(bytes: 2) }

  mutating func number32() -> Int? { number(bytes: 4) }

  /// nil where less is left: nothing is taken then.
  private mutating func number(bytes count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
  }
}
