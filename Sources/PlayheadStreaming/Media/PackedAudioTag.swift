import CoreMedia

/// The ID3 tag before packed audio, which contains the timestamp of its first sample (RFC 8216 §3.4).
package struct PackedAudioTag: Sendable, Equatable {
  /// The size of the tag in bytes, header included.
  package var length: Int
  /// The whole tag, which may contain further frames.
  package var bytes: [UInt8]
  /// nil if the tag does not contain it.
  package var timestamp: CMTime?

  /// The number of bytes needed to determine `length`.
  package static let headerLength = 10
  /// The maximum size of a tag.
  package static let lengthLimit = 1 << 20

  /// The owner of the `PRIV` frame with the timestamp, before its terminating zero.
  private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)

  /// The length of the tag that begins here; nil if there is none.
  package static func length(_ bytes: some Collection<UInt8>) -> Int? {
    let head = Array(bytes.prefix(headerLength))
    guard head.count == headerLength, head.starts(with: [0x49, 0x44, 0x33]), head[3] < 0xFF, head[4] < 0xFF,
      head[6...9].allSatisfy({ $0 < 0x80 })
    else { return nil }
    let size = head[6...9].reduce(0) { $0 << 7 | Int($1) }
    // A footer repeats the header (ID3v2.4 §3.4).
    return headerLength + size + (head[3] >= 4 && head[5] & 0x10 != 0 ? headerLength : 0)
  }

  /// nil unless a complete tag begins here.
  package init?(_ bytes: [UInt8]) {
    guard let length = Self.length(bytes), bytes.count >= length else { return nil }
    self.length = length
    self.bytes = Array(bytes.prefix(length))
    timestamp = Self.timestamp(bytes, length)
  }

  /// The 33-bit timestamp of the `PRIV` frame, at 90 kHz; nil if there is none. Frame sizes are synchsafe from ID3v2.4
  /// on.
  private static func timestamp(_ bytes: [UInt8], _ length: Int) -> CMTime? {
    let usesSafeSizes = bytes[3] >= 4
    var at = headerLength
    while at + 10 <= length {
      let size = bytes[at + 4..<at + 8].reduce(0) {
        $0 << (usesSafeSizes ? 7 : 8) | Int(usesSafeSizes ? $1 & 0x7F : $1)
      }
      let content = at + 10
      guard bytes[at] != 0, size >= 0, size <= length - content else { return nil }
      let frame = bytes[content..<content + size]
      if bytes[at..<at + 4].elementsEqual("PRIV".utf8), frame.starts(with: owner), frame.count == owner.count + 9 {
        let value = frame.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return CMTime(value: Int64(value & (1 << 33 - 1)), timescale: 90_000)
      }
      at = content + size
    }
    return nil
  }
}
