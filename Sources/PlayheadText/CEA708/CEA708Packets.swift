/// Assembles caption channel packets of digital television (CTA-708-E § 5) from byte pairs, and splits them into
/// service blocks.
package struct CEA708Packets: Sendable {
  /// The data of one service in a packet.
  package struct Block: Sendable {
    /// The number of the service, 1 to 63. Numbers above 6 are in an extended header.
    package var service: Int
    /// The codes of the service, without header. A code does not continue in the next block.
    package var bytes: ArraySlice<UInt8>
  }

  /// The bytes of the current packet, including its header; empty between packets.
  private var packet: [UInt8] = []
  /// The length of the current packet in bytes, including the header byte; 0 before the first start.
  private var size = 0

  /// Creates an assembler that skips data until the start of a packet.
  package init() {}

  /// Adds one pair. Returns the blocks of the packet that it completes; nil if it completes none.
  package mutating func add(_ first: UInt8, _ second: UInt8, isStart: Bool) -> [Block]? {
    if isStart {
      packet = []
      let stated = Int(first & 0x3F)
      size = stated == 0 ? 128 : stated * 2
    }
    guard size > 0 else { return nil }
    packet += [first, second]
    guard packet.count >= size else { return nil }
    defer { (packet, size) = ([], 0) }
    return Self.blocks(packet.dropFirst().prefix(size - 1))
  }

  /// Splits a packet without header into blocks. A block that exceeds the packet ends the list.
  private static func blocks(_ bytes: ArraySlice<UInt8>) -> [Block] {
    var blocks: [Block] = []
    var rest = bytes
    while let header = rest.popFirst() {
      var number = Int(header >> 5)
      let size = Int(header & 0x1F)
      if number == 7, size > 0, let extended = rest.popFirst() { number = Int(extended & 0x3F) }
      guard size <= rest.count else { break }
      if number > 0, size > 0 { blocks.append(Block(service: number, bytes: rest.prefix(size))) }
      rest = rest.dropFirst(size)
    }
    return blocks
  }
}
