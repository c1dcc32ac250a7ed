/// The hash XXH64 (xxHash specification 0.1.1, section XXH64): detects changes, and is no protection against forgery.
package struct XXH64 {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63, 0x27D4_EB2F_1656_67C5
  )

  /// The four accumulators, one for each 8 bytes of a stripe.
  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  /// The bytes behind the last whole stripe of 32.
  private var rest: [UInt8] = []
  /// The number of all bytes.
  private var length: UInt64 = 0

  /// Creates the hash of no bytes, with the seed 0.
  package init() {
    let p = Self.primes
    lanes = (p.0 &+ p.1, p.1, 0, 0 &- p.0)
  }

  /// Appends bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length &+= UInt64(bytes.count)
    var bytes = bytes[...]
    if !rest.isEmpty {
      let missing = min(32 - rest.count, bytes.count)
      rest += bytes.prefix(missing)
      bytes = bytes.dropFirst(missing)
      guard rest.count == 32 else { return }
      let stripe = rest
      stripe.withUnsafeBytes { consume($0, 0) }
      rest = []
    }
    let whole = UnsafeRawBufferPointer(rebasing: bytes)
    var offset = 0
    while offset + 32 <= whole.count {
      consume(whole, offset)
      offset += 32
    }
    rest += whole[offset...]
  }

  /// The hash of all bytes so far.
  package var value: UInt64 {
    let p = Self.primes
    var hash: UInt64
    if length >= 32 {
      hash = Self.rotated(lanes.0, 1) &+ Self.rotated(lanes.1, 7) &+ Self.rotated(lanes.2, 12)
      hash = hash &+ Self.rotated(lanes.3, 18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
        hash = (hash ^ Self.round(0, lane)) &* p.0 &+ p.3
      }
    } else {
      hash = p.4
    }
    hash = hash &+ length
    rest.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        hash = Self.rotated(hash ^ Self.round(0, Self.word(bytes, offset)), 27) &* p.0 &+ p.3
        offset += 8
      }
      if offset + 4 <= bytes.count {
        let half = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        hash = Self.rotated(hash ^ half &* p.0, 23) &* p.1 &+ p.2
        offset += 4
      }
      for byte in bytes[offset...] { hash = Self.rotated(hash ^ UInt64(byte) &* p.4, 11) &* p.0 }
    }
    hash = (hash ^ hash >> 33) &* p.1
    hash = (hash ^ hash >> 29) &* p.2
    return hash ^ hash >> 32
  }

  /// The hash of bytes as 16 lowercase digits.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    var hash = XXH64()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.hexadecimal
  }

  /// The hash as 16 lowercase digits.
  package var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Adds a stripe of 32 bytes to the accumulators.
  private mutating func consume(_ bytes: UnsafeRawBufferPointer, _ offset: Int) {
    lanes.0 = Self.round(lanes.0, Self.word(bytes, offset))
    lanes.1 = Self.round(lanes.1, Self.word(bytes, offset + 8))
    lanes.2 = Self.round(lanes.2, Self.word(bytes, offset + 16))
    lanes.3 = Self.round(lanes.3, Self.word(bytes, offset + 24))
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotated(lane &+ input &* primes.1, 31) &* primes.0
  }

  private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 { value << count | value >> (64 - count) }
}
