/// Reads the bits of a parameter set of H.264 or H.265 (ITU-T H.264 §7.2 and §9.1), without emulation prevention bytes.
struct ParameterSetReader {
  private let bytes: [UInt8]
  private var position = 0

  /// The error of a set that ends too early.
  struct EndOfData: Error {}

  /// Reads a NAL unit from an offset on.
  init(_ unit: some Collection<UInt8>, skipping header: Int) {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in unit.dropFirst(header) {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    self.bytes = bytes
  }

  /// The next bit.
  mutating func flag() throws -> Bool { try bits(1) == 1 }

  /// The next bits, at most 32, as an unsigned number: u(n).
  mutating func bits(_ count: Int) throws -> UInt32 {
    guard position + count <= bytes.count * 8 else { throw EndOfData() }
    var value: UInt32 = 0
    for _ in 0..<count {
      value = value << 1 | UInt32(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
      position += 1
    }
    return value
  }

  /// The next Exp-Golomb code as an unsigned number: ue(v).
  mutating func unsigned() throws -> UInt32 {
    var zeros = 0
    while try !flag() {
      zeros += 1
      guard zeros < 32 else { throw EndOfData() }
    }
    return zeros == 0 ? 0 : (UInt32(1) << UInt32(zeros)) - 1 + (try bits(zeros))
  }

  /// The next Exp-Golomb code as a signed number: se(v).
  mutating func signed() throws -> Int {
    let code = Int(try unsigned())
    return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
  }

  /// Skips bits.
  mutating func skip(_ count: Int) throws {
    guard position + count <= bytes.count * 8 else { throw EndOfData() }
    position += count
  }
}
