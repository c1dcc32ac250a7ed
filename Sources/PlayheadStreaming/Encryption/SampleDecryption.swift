/// Decrypts SAMPLE-AES ("MPEG-2 Stream Encryption Format for HTTP Live Streaming", Apple), which encrypts parts of
/// H.264 slices and of AAC and AC-3 frames. Unencrypted data is unchanged.
///
///     H.264, slices of more than 48 bytes:  32 clear, then 16 encrypted and 144 clear alternating; escaped again
///     AAC, a frame with its ADTS header:    the header and 16 clear, then all whole blocks of 16
///     AC-3, Enhanced AC-3, a frame:         16 clear, then all whole blocks of 16
///
/// The blocks of one unit are chained; each unit starts with the initialization vector.
package struct SampleDecryption: Sendable {
  /// Decrypts whole 16-byte blocks in CBC mode with the initialization vector.
  package typealias Decryptor = @Sendable ([UInt8]) -> [UInt8]

  /// The coding of an encrypted elementary stream.
  package enum Codec: Sendable {
    /// H.264 in an elementary stream with start codes: only slices of types 1 and 5 are encrypted.
    case avc
    /// AAC with an ADTS header before each frame.
    case adts
    /// AC-3 or Enhanced AC-3.
    case ac3

    /// nil for other stream types. The types are those of the format's specification.
    init?(streamType: UInt8) {
      switch streamType {
      case 0xDB: self = .avc
      case 0xCF: self = .adts
      case 0xC1, 0xC2: self = .ac3
      default: return nil
      }
    }

    /// The stream type of the same unencrypted content (ISO/IEC 13818-1 table 2-34; ATSC A/52 §A3.1).
    static func clearType(of type: UInt8) -> UInt8 {
      switch type {
      case 0xDB: 0x1B
      case 0xCF: 0x0F
      case 0xC1: 0x81
      case 0xC2: 0x87
      default: type
      }
    }
  }

  /// The cipher with the segment's key and initialization vector. It may return fewer bytes on failure: H.264 slices
  /// then remain encrypted.
  private let decryptor: Decryptor

  /// Creates a decryption with the cipher of one segment.
  package init(_ decryptor: @escaping Decryptor) { self.decryptor = decryptor }

  /// Decrypts a whole segment: a transport stream, or packed audio.
  ///
  /// Other containers are returned unchanged: the encryption of fragmented MP4 (ISO/IEC 23001-7) is another format.
  package func segment(_ bytes: [UInt8]) -> [UInt8] {
    switch SegmentFormat(Array(bytes.prefix(SegmentFormat.probeLength))) {
    case .transportStream: return TransportStreamDecryptor(bytes).decrypted(self)
    case .packedAudio("aac"): return decrypt(bytes, .adts).bytes
    case .packedAudio("ac3"), .packedAudio("eac3"): return decrypt(bytes, .ac3).bytes
    case .packedAudio, .mp4, .webVTT, .unknown: return bytes
    }
  }

  /// Decrypts an elementary stream.
  ///
  /// - Returns: The decrypted stream, and the original offsets of removed bytes in ascending order.
  func decrypt(_ stream: [UInt8], _ codec: Codec) -> (bytes: [UInt8], removed: [Int]) {
    var bytes = stream
    switch codec {
    case .avc: return decryptSlices(stream)
    case .adts: forEachFrame(stream, Self.adtsFrame) { decrypt(&bytes, $0, clear: $1 + 16) }
    case .ac3: forEachFrame(stream, Self.ac3Frame) { decrypt(&bytes, $0, clear: $1 + 16) }
    }
    return (bytes, [])
  }

  // MARK: Audio

  /// Calls `body` for each frame with its range and the length of its header.
  ///
  /// - Parameter frame: Returns the lengths of the frame and its header if one begins with the first byte, otherwise
  ///   nil.
  private func forEachFrame(
    _ bytes: [UInt8], _ frame: (ArraySlice<UInt8>) -> (length: Int, header: Int)?, _ body: (Range<Int>, Int) -> Void
  ) {
    var at = 0
    while at < bytes.count {
      guard let (length, header) = frame(bytes[at...]), length > header, at + length <= bytes.count else {
        // Damaged or truncated: resynchronize at the next frame.
        at += 1
        continue
      }
      body(at..<at + length, header)
      at += length
    }
  }

  /// ISO/IEC 13818-7 §6.2: a sync word of twelve ones, the length in 13 bits, a checksum unless absent.
  private static func adtsFrame(_ bytes: ArraySlice<UInt8>) -> (length: Int, header: Int)? {
    let head = Array(bytes.prefix(7))
    guard head.count == 7, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 else { return nil }
    let length = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5]) >> 5
    return (length, head[1] & 1 == 1 ? 7 : 9)
  }

  /// ETSI TS 102 366 §4.3.1 and §E.1.3.1: two forms, distinguished by the version.
  private static func ac3Frame(_ bytes: ArraySlice<UInt8>) -> (length: Int, header: Int)? {
    let head = Array(bytes.prefix(6))
    guard head.count == 6, head[0] == 0x0B, head[1] == 0x77 else { return nil }
    if head[5] >> 3 > 10 { return (2 * ((Int(head[2] & 7) << 8 | Int(head[3])) + 1), 0) }
    let code = Int(head[4] & 0x3F)
    guard code < 38, head[4] >> 6 < 3 else { return nil }
    let kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640][code / 2]
    switch head[4] >> 6 {
    case 0: return (4 * kilobits, 0)
    case 1: return (2 * (kilobits * 1000 * 192 / 44100 / 2 + code % 2), 0)
    default: return (6 * kilobits, 0)
    }
  }

  /// Decrypts all whole blocks after the clear bytes.
  private func decrypt(_ bytes: inout [UInt8], _ unit: Range<Int>, clear: Int) {
    let start = unit.lowerBound + clear
    let count = (unit.upperBound - start) / 16 * 16
    guard count > 0 else { return }
    bytes.replaceSubrange(start..<start + count, with: decryptor(Array(bytes[start..<start + count])))
  }

  // MARK: Video

  /// Decrypts the slices of an H.264 stream, and leaves all other NAL units as they are. The output is shorter than the
  /// input by the removed emulation prevention bytes.
  private func decryptSlices(_ stream: [UInt8]) -> (bytes: [UInt8], removed: [Int]) {
    var clear: [UInt8] = []
    clear.reserveCapacity(stream.count)
    var removed: [Int] = []
    var copied = 0
    for unit in Self.units(stream) where unit.count > 48 && [1, 5].contains(stream[unit.lowerBound] & 0x1F) {
      clear += stream[copied..<unit.lowerBound]
      clear += slice(unescaped(stream, unit, &removed))
      copied = unit.upperBound
    }
    clear += stream[copied...]
    return (clear, removed)
  }

  /// The NAL units between start codes (ISO/IEC 14496-10 annex B).
  private static func units(_ bytes: [UInt8]) -> [Range<Int>] {
    var starts: [(code: Int, unit: Int)] = []
    var at = 2
    while at < bytes.count {
      if bytes[at] > 1 {
        at += 3
      } else if bytes[at] == 1, bytes[at - 1] == 0, bytes[at - 2] == 0 {
        starts.append((at - 2, at + 1))
        at += 3
      } else {
        at += 1
      }
    }
    return starts.indices.compactMap { index in
      var end = index + 1 < starts.count ? starts[index + 1].code : bytes.count
      while end > starts[index].unit, bytes[end - 1] == 0 { end -= 1 }
      return end > starts[index].unit ? starts[index].unit..<end : nil
    }
  }

  /// Removes the emulation prevention bytes (§7.3.1). They were inserted after the encryption, in addition to existing
  /// ones.
  ///
  /// - Parameter removed: Receives the offset of each removed byte, in ascending order.
  private func unescaped(_ bytes: [UInt8], _ unit: Range<Int>, _ removed: inout [Int]) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(unit.count)
    var zeros = 0
    for index in unit {
      let byte = bytes[index]
      if zeros >= 2, byte == 3 {
        removed.append(index)
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      plain.append(byte)
    }
    return plain
  }

  /// Every tenth block is encrypted, unless no byte follows it.
  private func slice(_ bytes: [UInt8]) -> [UInt8] {
    let blocks = stride(from: 32, to: bytes.count, by: 160).filter { bytes.count - $0 > 16 }
    let plain = decryptor(blocks.flatMap { bytes[$0..<$0 + 16] })
    guard plain.count == blocks.count * 16 else { return bytes }
    var result = bytes
    for (index, block) in blocks.enumerated() {
      result.replaceSubrange(block..<block + 16, with: plain[index * 16..<index * 16 + 16])
    }
    return result
  }
}
