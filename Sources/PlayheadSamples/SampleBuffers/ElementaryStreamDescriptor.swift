/// The descriptor of an MPEG-4 elementary stream (ISO/IEC 14496-1 §7.2.6.5), in which AAC and MPEG-4 video have their
/// decoder configuration.
enum ElementaryStreamDescriptor {
  /// The decoder configuration in a descriptor; the bytes themselves if they are not one.
  static func configuration(of bytes: [UInt8]) -> [UInt8] {
    // A full box has a version and flags before the descriptor.
    let start = bytes.starts(with: [0, 0, 0, 0, 3]) ? 4 : 0
    guard bytes.dropFirst(start).first == 3 else { return bytes }
    return find(bytes[start...]) ?? bytes
  }

  /// Searches the descriptors of a stream, of its decoder, and of the configuration.
  private static func find(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = bytes
    while let tag = rest.popFirst() {
      guard let length = length(&rest), length <= rest.count else { return nil }
      let content = rest.prefix(length)
      switch tag {
      // After the identifier there are flags; streams of files have none of the parts that they announce.
      case 3: if let found = find(content.dropFirst(3)) { return found }
      case 4: if let found = find(content.dropFirst(13)) { return found }
      case 5: return Array(content)
      default: break
      }
      rest = rest.dropFirst(length)
    }
    return nil
  }

  /// A length in bytes of seven bits each.
  private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var length = 0
    for _ in 0..<4 {
      guard let byte = bytes.popFirst() else { return nil }
      length = length << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return length }
    }
    return nil
  }
}
