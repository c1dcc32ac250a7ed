/// Bytes composed by hand after specifications.
enum Bytes {
  static func big(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  static func little(_ value: Int, _ width: Int) -> [UInt8] { big(value, width).reversed() }

  /// An ISO box.
  static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let body = content.flatMap { $0 }
    return big(8 + body.count, 4) + type.unicodeScalars.map { UInt8($0.value) } + body
  }

  static func full(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    box(type, [0, 0, 0, 0], content.flatMap { $0 })
  }

  /// An EBML element; its length takes eight bytes.
  static func element(_ id: Int, _ content: [UInt8]...) -> [UInt8] {
    let body = content.flatMap { $0 }
    let width = id > 0xFF_FFFF ? 4 : id > 0xFFFF ? 3 : id > 0xFF ? 2 : 1
    return big(id, width) + [0x01] + big(body.count, 7) + body
  }

  static func number(_ id: Int, _ value: Int) -> [UInt8] { element(id, big(value, 8)) }
  static func text(_ id: Int, _ value: String) -> [UInt8] { element(id, Array(value.utf8)) }

  /// An ID3 frame of version 2.3.
  static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + big(content.count, 4) + [0, 0] + content
  }

  static func id3(version: UInt8 = 3, flags: UInt8 = 0, _ frames: [UInt8]...) -> [UInt8] {
    let body = frames.flatMap { $0 }
    let size = (0..<4).reversed().map { UInt8(body.count >> ($0 * 7) & 0x7F) }
    return Array("ID3".utf8) + [version, 0, flags] + size + body
  }
}
