import PlayheadNetworking

/// Reads EBML elements (RFC 8794) of a Matroska file from a source.
struct EBMLReader {
  /// An element by its place in the file.
  struct Element {
    /// The identifier, its length marker included (RFC 8794 §5).
    var id: UInt32
    /// The offsets of the content, without identifier and size.
    var content: Range<Int64>
  }

  /// Reads ranges of the file; every call moves the source's position.
  let reader: BoxReader
  /// Creates a reader; the source must be seekable.
  init(_ source: any ByteSource) { reader = BoxReader(source) }

  /// The element at a position; an unknown length extends to the parent's end.
  func element(at position: Int64, within end: Int64) -> Element? {
    guard position + 2 <= end,
      let head = reader.exactBytes(position..<min(end, position + 12)), let idLength = Self.length(head[0]),
      idLength <= 4,
      head.count > idLength, let sizeLength = Self.length(head[idLength]), head.count >= idLength + sizeLength
    else { return nil }
    let id = UInt32(reader.number(head, at: 0, width: idLength))
    let mask = UInt64(1) << UInt64(7 * sizeLength) - 1
    let size = reader.number(head, at: idLength, width: sizeLength) & mask
    let start = position + Int64(idLength + sizeLength)
    let isUnknown = size == mask
    guard start <= end, isUnknown || size <= UInt64(end - start) else {
      // A damaged or growing file: clip to the available bytes.
      return start <= end ? Element(id: id, content: start..<end) : nil
    }
    return Element(id: id, content: start..<(isUnknown ? end : start + Int64(size)))
  }

  /// The number of bytes that a first byte declares; nil if invalid.
  private static func length(_ first: UInt8) -> Int? { first == 0 ? nil : first.leadingZeroBitCount + 1 }

  /// The elements of one level.
  ///
  /// At most 65 536 elements, up to and including the first one with the identifier `last`.
  func elements(in range: Range<Int64>, through last: UInt32? = nil) -> [Element] {
    var result: [Element] = []
    var position = range.lowerBound
    while result.count < 65_536, let element = element(at: position, within: range.upperBound) {
      result.append(element)
      if element.id == last { break }
      position = element.content.upperBound
    }
    return result
  }

  // MARK: Values

  /// An unsigned integer of up to eight bytes (RFC 8794 §7.2); nil if it is missing or longer.
  func unsigned(_ element: Element?) -> UInt64? {
    guard let element, element.content.count <= 8, let bytes = reader.exactBytes(element.content) else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Text without padding; nil if it is missing or too long.
  func text(_ element: Element?) -> String? {
    guard let element, element.content.count <= TagLimits.valueBytes else { return nil }
    return reader.exactBytes(element.content).map { TagBytes.utf8($0).unpadded }
  }
}

extension [EBMLReader.Element] {
  /// The first element with an identifier; nil if there is none.
  func first(_ id: UInt32) -> EBMLReader.Element? { first { $0.id == id } }
}
