import CPlayheadFFmpeg
import PlayheadMedia

/// Extracts the closed captions that broadcasts embed in coded frames (ATSC A/53 part 4, SCTE 128): triplets of the
/// type and a byte pair.
package struct ClosedCaptionBytes: Sendable {
  /// The video codecs that carry closed captions, with libavcodec's names.
  package enum Codec: String, Sendable { case h264, hevc, mpeg2video }

  /// The codec, which determines the types of units.
  private let codec: Codec
  /// Size in bytes of the length field before each unit; nil if units begin with start codes.
  private let lengthSize: Int?

  /// nil for a codec without embedded captions.
  package init?(_ parameters: StreamParameters) {
    guard let codec = Codec(rawValue: parameters.track.codecName) else { return nil }
    let header = parameters.header
    self.codec = codec
    switch codec {
    case .h264: lengthSize = header.count > 6 && header[0] == 1 ? Int(header[4] & 3) + 1 : nil
    case .hevc: lengthSize = header.count > 22 && header[0] == 1 ? Int(header[21] & 3) + 1 : nil
    case .mpeg2video: lengthSize = nil
    }
  }

  /// The triplets of a packet, in order.
  package func triplets(in packet: Packet) -> [UInt8] { packet.withBytes { triplets(in: $0) } }

  /// Parses only the units before the coded frame data, so the cost does not depend on the size of the frame.
  ///
  /// - Returns: Groups of three bytes: one with the validity and the type, and two of data.
  func triplets(in bytes: UnsafeRawBufferPointer) -> [UInt8] {
    units(of: bytes).flatMap { unit -> [UInt8] in
      guard let first = unit.first else { return [] }
      switch codec {
      case .h264: return first & 0x1F == 6 ? Self.messages(unit.dropFirst(1)) : []
      case .hevc: return first >> 1 & 0x3F == 39 || first >> 1 & 0x3F == 40 ? Self.messages(unit.dropFirst(2)) : []
      case .mpeg2video: return first == 0xB2 ? Self.userData(unit.dropFirst(1)) : []
      }
    }
  }

  /// The units before the first coded slice.
  private func units(of bytes: UnsafeRawBufferPointer) -> [ArraySlice<UInt8>] {
    guard let lengthSize else { return startCodeUnits(of: bytes) }
    var units: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while rest.count > lengthSize {
      let length = rest.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(lengthSize)
      guard length > 0, length <= rest.count, let first = rest.first, !isSlice(first) else { break }
      units.append(Array(rest.prefix(length))[...])
      rest = rest.dropFirst(length)
    }
    return units
  }

  /// Units separated by the start code 00 00 01.
  private func startCodeUnits(of bytes: UnsafeRawBufferPointer) -> [ArraySlice<UInt8>] {
    var units: [ArraySlice<UInt8>] = []
    var start: Int?
    var index = 0
    func end(at index: Int) {
      if let start { units.append(Array(bytes[start..<index])[...]) }
    }
    while index + 3 < bytes.count {
      guard bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 else {
        index += 1
        continue
      }
      end(at: index)
      if isSlice(bytes[index + 3]) { return units }
      index += 3
      start = index
    }
    end(at: bytes.count)
    return units
  }

  /// Whether a unit that begins with this byte is coded frame data: its headers precede it (ITU-T H.264 §7.4.1.2.3,
  /// H.265 §7.4.2.4.4, H.262 §6.1.1.6).
  private func isSlice(_ first: UInt8) -> Bool {
    switch codec {
    case .h264: 1...5 ~= first & 0x1F
    case .hevc: first >> 1 & 0x3F < 32
    case .mpeg2video: 1...0xAF ~= first
    }
  }

  /// Supplemental enhancement information (ITU-T H.264 § 7.3.2.3).
  private static func messages(_ unit: ArraySlice<UInt8>) -> [UInt8] {
    let bytes = unescaped(unit)
    var found: [UInt8] = []
    var index = 0
    while index + 2 < bytes.count {
      func number() -> Int {
        var value = 0
        while index < bytes.count, bytes[index] == 0xFF {
          value += 255
          index += 1
        }
        if index < bytes.count { value += Int(bytes[index]) }
        index += 1
        return value
      }
      let kind = number()
      let size = number()
      guard index + size <= bytes.count else { break }
      let body = bytes[index..<index + size]
      // Registered by ITU-T T.35: United States, ATSC.
      if kind == 4, body.starts(with: [0xB5, 0x00, 0x31]) { found += userData(body.dropFirst(3)) }
      index += size
    }
    return found
  }

  /// Removes the emulation prevention bytes (ITU-T H.264 §7.3.1).
  private static func unescaped(_ unit: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(unit.count)
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }

  /// The triplets in user data of ATSC (A/53 part 4): the identifier `GA94`, the type 3, flags and the number of
  /// triplets, a reserved byte. Empty for other user data.
  private static func userData(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.starts(with: [0x47, 0x41, 0x39, 0x34, 0x03]), bytes.count >= 7 else { return [] }
    let flags = bytes[bytes.startIndex + 5]
    guard flags & 0x40 != 0 else { return [] }
    return Array(bytes.dropFirst(7).prefix(Int(flags & 0x1F) * 3))
  }
}
