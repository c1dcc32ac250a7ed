import Foundation

/// Inserts timed ID3 tags into transport streams, as specified by Apple's "Timed Metadata for HTTP Live Streaming".
enum TaggedStream {
  static let tables = 0x1000
  static let identifier = 0x0200

  /// A tag with one text frame of version 2.4.
  static func tag(_ title: String) -> [UInt8] {
    let content = [3] + Array(title.utf8)
    let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
    return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
  }

  /// A segment whose tables declare one more stream, with tags after the first of them. `time`: in ticks of 90 kHz.
  static func add(_ tags: [(time: UInt64, bytes: [UInt8])], to segment: Data) -> Data {
    var result = Data()
    var isAdded = false
    for start in stride(from: 0, to: segment.count, by: 188) {
      let packet = [UInt8](segment[segment.startIndex + start..<segment.startIndex + start + 188])
      guard Int(packet[1] & 0x1F) << 8 | Int(packet[2]) == tables else {
        result += packet
        continue
      }
      result += program(packet)
      if !isAdded { for (index, tag) in tags.enumerated() { result += elementary(tag.bytes, tag.time, index) } }
      isAdded = true
    }
    return result
  }

  /// The program map (ISO/IEC 13818-1 §2.4.4.8) with an entry for the tags (§2.6.60).
  private static func program(_ packet: [UInt8]) -> [UInt8] {
    let start = 5 + Int(packet[4])
    let length = Int(packet[start + 1] & 0x0F) << 8 | Int(packet[start + 2])
    var section = Array(packet[start..<start + 3 + length - 4])
    let descriptor: [UInt8] =
      [0x26, 13, 0xFF, 0xFF] + Array("ID3 ".utf8) + [0xFF] + Array("ID3 ".utf8) + [0x00, 0x0F]
    section +=
      [0x15, 0xE0 | UInt8(identifier >> 8), UInt8(identifier & 0xFF), 0xF0, UInt8(descriptor.count)] + descriptor
    let size = section.count - 3 + 4
    section[1] = section[1] & 0xF0 | UInt8(size >> 8)
    section[2] = UInt8(size & 0xFF)
    let sum = checksum(section)
    section += (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32($0))) }
    let head = Array(packet[..<4]) + [0]
    return head + section + [UInt8](repeating: 0xFF, count: 188 - head.count - section.count)
  }

  /// Annex A of the same.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
    return sum
  }

  /// One packet with one tag, padded (§2.4.3.4, §2.4.3.7).
  private static func elementary(_ bytes: [UInt8], _ time: UInt64, _ count: Int) -> [UInt8] {
    let stamp: [UInt8] = [
      0x21 | UInt8(time >> 29 & 0x0E), UInt8(time >> 22 & 0xFF), UInt8(time >> 14 & 0xFE) | 1, UInt8(time >> 7 & 0xFF),
      UInt8(time << 1 & 0xFE) | 1,
    ]
    let content: [UInt8] = [0x84, 0x80, 5] + stamp + bytes
    let body = [0, 0, 1, 0xBD, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    let filling = 188 - 4 - body.count
    let field: [UInt8] = [UInt8(filling - 1), 0] + [UInt8](repeating: 0xFF, count: filling - 2)
    return [0x47, 0x40 | UInt8(identifier >> 8), UInt8(identifier & 0xFF), 0x30 | UInt8(count & 0x0F)] + field + body
  }

  /// An event message with a tag, version 1 (ISO/IEC 23009-1 §5.10.3.3).
  static func message(_ bytes: [UInt8], time: UInt64, timescale: UInt32, duration: UInt32 = 0xFFFF_FFFF) -> Data {
    func big(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
    var content: [UInt8] = [1, 0, 0, 0]
    content += big(timescale)
    content += big(time)
    content += big(duration)
    content += big(UInt32(1))
    content += Array("https://aomedia.org/emsg/ID3\0\0".utf8)
    content += bytes
    return Data(big(UInt32(content.count + 8)) + Array("emsg".utf8) + content)
  }
}
