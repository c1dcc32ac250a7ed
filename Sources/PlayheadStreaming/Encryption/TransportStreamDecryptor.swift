/// Decrypts a transport stream with sample-encrypted streams.
///
/// Packets retain their positions, counters and clocks: if a unit shrinks, its packets' adaptation fields are enlarged
/// (ISO/IEC 13818-1 §2.4.3.4). The program map table is changed to the unencrypted stream types.
struct TransportStreamDecryptor {
  /// The length of a transport packet in bytes (ISO/IEC 13818-1 §2.4.3.2).
  private static let packetLength = 188

  /// A PES packet, as far as it is in this segment.
  private struct Unit {
    /// The payload ranges of its transport packets.
    var payloads: [Range<Int>] = []
    /// The length of the PES header; 0 if the packet began in an earlier segment.
    var headLength = 0
    /// Its offset in the elementary stream.
    var start = 0
  }

  /// An encrypted elementary stream, gathered from all of its transport packets in the segment.
  private struct Stream {
    /// The coding, from the stream type of the program map table.
    let codec: SampleDecryption.Codec
    /// The payloads of the PES packets, without their headers.
    var bytes: [UInt8] = []
    /// The PES packets, in the order of the segment.
    var units: [Unit] = []

    /// Assumes that a PES header is in its first transport packet, as all multiplexers write it.
    mutating func add(_ payload: Range<Int>, of packets: [UInt8], begins: Bool) {
      if begins { units.append(Unit(start: bytes.count)) }
      guard let last = units.indices.last else { return }
      var own = payload
      if units[last].payloads.isEmpty {
        guard payload.count >= 9, packets[payload.lowerBound + 2] == 1 else { return }
        let length = 9 + Int(packets[payload.lowerBound + 8])
        guard length <= payload.count else { return }
        units[last].headLength = length
        own = payload.lowerBound + length..<payload.upperBound
      }
      units[last].payloads.append(payload)
      bytes += packets[own]
    }
  }

  /// A table being assembled: the position of each of its bytes.
  private struct Table {
    /// Offsets into the segment; the bytes themselves are changed in place.
    var positions: [Int] = []
    /// Whether the table is complete, or has not begun: further payload is then ignored until the next unit start.
    var isOver = true
  }

  /// The whole segment, changed in place.
  private var bytes: [UInt8]
  /// The encrypted streams, by packet identifier. Entries exist only from the program map table on.
  private var streams: [Int: Stream] = [:]
  /// The tables being assembled, by packet identifier: the program association table (0) and the program maps.
  private var tables: [Int: Table] = [0: Table()]

  /// Creates a decryptor of one segment. The bytes need not be a multiple of 188: a truncated packet is ignored.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the segment with decrypted streams. The length is that of the input.
  func decrypted(_ samples: SampleDecryption) -> [UInt8] {
    var copy = self
    copy.collect()
    for identifier in copy.streams.keys { copy.replace(identifier, samples) }
    return copy.bytes
  }

  // MARK: Reading

  /// Reads all packets: assembles the tables, changes the stream types, and gathers the payloads of encrypted streams.
  /// Packets before the first program map table are ignored.
  private mutating func collect() {
    for packet in stride(from: 0, through: bytes.count - Self.packetLength, by: Self.packetLength)
    where bytes[packet] == 0x47 {
      guard let payload = payload(packet) else { continue }
      let identifier = Int(bytes[packet + 1] & 0x1F) << 8 | Int(bytes[packet + 2])
      let begins = bytes[packet + 1] & 0x40 != 0
      if tables[identifier] != nil {
        readTable(identifier, payload, begins: begins)
      } else {
        streams[identifier]?.add(payload, of: bytes, begins: begins)
      }
    }
  }

  /// nil for a packet without payload.
  private func payload(_ packet: Int) -> Range<Int>? {
    let control = bytes[packet + 3] >> 4 & 3
    guard control & 1 != 0 else { return nil }
    let start = packet + 4 + (control & 2 != 0 ? 1 + Int(bytes[packet + 4]) : 0)
    return start < packet + Self.packetLength ? start..<packet + Self.packetLength : nil
  }

  // MARK: Tables

  /// Continues a table with a packet's payload; evaluates it as soon as it is complete.
  ///
  /// - Parameter begins: Whether the packet has the payload unit start indicator, so that a pointer field comes first.
  private mutating func readTable(_ identifier: Int, _ payload: Range<Int>, begins: Bool) {
    guard var table = tables[identifier] else { return }
    var start = payload.lowerBound
    if begins {
      start += 1 + Int(bytes[start])
      table = Table(isOver: false)
    }
    guard !table.isOver, start < payload.upperBound else { return }
    table.positions += start..<payload.upperBound
    tables[identifier] = table
    guard table.positions.count >= 3 else { return }
    let length = 3 + (Int(byte(table, 1) & 0x0F) << 8 | Int(byte(table, 2)))
    guard table.positions.count >= length, length >= 12 else { return }
    table.isOver = true
    tables[identifier] = table
    table.positions.removeLast(table.positions.count - length)
    if identifier == 0 { readPrograms(table) } else { readStreams(table) }
  }

  /// Returns a byte of a table.
  private func byte(_ table: Table, _ index: Int) -> UInt8 { bytes[table.positions[index]] }
  /// Returns two bytes of a table, most significant first, masked.
  private func number(_ table: Table, _ index: Int, mask: Int) -> Int {
    (Int(byte(table, index)) << 8 | Int(byte(table, index + 1))) & mask
  }

  /// Parses the program association table (§2.4.4.3).
  private mutating func readPrograms(_ table: Table) {
    for at in stride(from: 8, to: table.positions.count - 7, by: 4) where number(table, at, mask: 0xFFFF) != 0 {
      let identifier = number(table, at + 2, mask: 0x1FFF)
      if tables[identifier] == nil { tables[identifier] = Table() }
    }
  }

  /// Parses a program map table (§2.4.4.8).
  private mutating func readStreams(_ table: Table) {
    let end = table.positions.count - 4
    guard end >= 12, byte(table, 0) == 2 else { return }
    var at = 12 + number(table, 10, mask: 0xFFF)
    var isChanged = false
    while at + 5 <= end {
      let type = byte(table, at)
      if let codec = SampleDecryption.Codec(streamType: type) {
        let identifier = number(table, at + 1, mask: 0x1FFF)
        if streams[identifier] == nil { streams[identifier] = Stream(codec: codec) }
        bytes[table.positions[at]] = SampleDecryption.Codec.clearType(of: type)
        isChanged = true
      }
      at += 5 + number(table, at + 3, mask: 0xFFF)
    }
    guard isChanged else { return }
    let sum = Self.checksum(table.positions.prefix(end).map { bytes[$0] })
    for index in 0..<4 { bytes[table.positions[end + index]] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index)) }
  }

  /// CRC-32 of MPEG-2 tables (annex A).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0xFFFF_FFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }
  }

  // MARK: Writing

  /// Decrypts one elementary stream and writes it back, PES packet by PES packet.
  ///
  /// - Parameter identifier: The packet identifier of the stream.
  private mutating func replace(_ identifier: Int, _ samples: SampleDecryption) {
    guard let stream = streams[identifier] else { return }
    let (clear, removed) = samples.decrypt(stream.bytes, stream.codec)
    var passed = 0
    for (index, unit) in stream.units.enumerated() where !unit.payloads.isEmpty {
      let end = index + 1 < stream.units.count ? stream.units[index + 1].start : stream.bytes.count
      let before = passed
      while passed < removed.count, removed[passed] < end { passed += 1 }
      write(clear[unit.start - before..<end - passed], in: unit, shorterBy: passed - before)
    }
  }

  /// Writes a PES packet into its transport packets, and reduces its declared length. A length of 0 (unbounded)
  /// remains.
  ///
  /// - Parameter removed: The number of bytes by which the content has become shorter.
  private mutating func write(_ content: ArraySlice<UInt8>, in unit: Unit, shorterBy removed: Int) {
    guard let first = unit.payloads.first else { return }
    let lengthAt = first.lowerBound + 4
    let length = Int(bytes[lengthAt]) << 8 | Int(bytes[lengthAt + 1])
    if length > removed, removed > 0 {
      bytes[lengthAt] = UInt8((length - removed) >> 8)
      bytes[lengthAt + 1] = UInt8((length - removed) & 0xFF)
    }
    var rest = bytes[first.lowerBound..<first.lowerBound + unit.headLength] + content
    for (index, payload) in unit.payloads.enumerated() {
      // Every packet with a payload must keep one, because it incremented the continuity counter.
      let count = min(payload.count, rest.count - (unit.payloads.count - 1 - index))
      guard count > 0 else { return }
      fill(payload, with: rest.prefix(count))
      rest = rest.dropFirst(count)
    }
  }

  /// Writes the content at the end of a packet, and extends its adaptation field up to it.
  private mutating func fill(_ payload: Range<Int>, with content: ArraySlice<UInt8>) {
    let spare = payload.count - content.count
    bytes.replaceSubrange(payload.upperBound - content.count..<payload.upperBound, with: content)
    guard spare > 0 else { return }
    let packet = payload.upperBound - Self.packetLength
    bytes[packet + 3] |= 0x20
    let length = payload.upperBound - content.count - packet - 5
    let old = payload.lowerBound - packet - 5
    bytes[packet + 4] = UInt8(length)
    for index in max(0, old)..<max(0, length) { bytes[packet + 5 + index] = index == 0 ? 0 : 0xFF }
  }
}
