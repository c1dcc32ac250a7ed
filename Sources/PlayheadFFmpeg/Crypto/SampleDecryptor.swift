import CPlayheadFFmpeg
import PlayheadMedia

/// Decrypts packets of Common Encryption (ISO/IEC 23001-7) with one key. Used by one thread.
package final class SampleDecryptor {
  /// libavutil's cipher state for cipher block chaining.
  private let chaining: OpaquePointer
  /// libavutil's cipher state for the key stream of counter mode.
  private let counting: OpaquePointer

  /// nil unless the key has 16 bytes.
  package init?(key: [UInt8]) {
    guard key.count == 16, let chaining = av_aes_alloc(), let counting = av_aes_alloc() else { return nil }
    self.chaining = chaining
    self.counting = counting
    av_aes_init(chaining, key, 128, 1)
    av_aes_init(counting, key, 128, 0)
  }

  deinit {
    av_free(UnsafeMutableRawPointer(chaining))
    av_free(UnsafeMutableRawPointer(counting))
  }

  /// Returns a packet with decrypted data; the packet itself remains unchanged.
  ///
  /// - Returns: nil if the packet's description of its encryption contradicts its size, or memory is exhausted.
  package func decrypt(_ packet: Packet) -> Packet? {
    guard let encryption = packet.sampleEncryption else { return nil }
    var isDecrypted = false
    let copy = packet.copy { isDecrypted = decrypt($0, encryption) }
    return isDecrypted ? copy : nil
  }

  /// Decrypts the data of a packet in place.
  ///
  /// - Returns: false, and the data is unchanged, if the description contradicts its size.
  package func decrypt(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ encryption: SampleEncryption) -> Bool {
    guard encryption.vector.count == 16, let runs = encryption.encryptedRuns(byteCount: bytes.count) else {
      return false
    }
    for run in runs {
      switch encryption.scheme {
      case .cenc, .cens: count(run, in: bytes, from: encryption.vector)
      case .cbc1, .cbcs: chain(run, in: bytes, from: encryption.vector)
      }
    }
    return true
  }

  /// Decrypts ranges of whole blocks in place, as one chain.
  private func chain(_ ranges: [Range<Int>], in bytes: UnsafeMutableBufferPointer<UInt8>, from vector: [UInt8]) {
    var vector = vector
    for range in ranges {
      guard let start = bytes.baseAddress?.advanced(by: range.lowerBound) else { return }
      av_aes_crypt(chaining, start, start, Int32(clamping: range.count / 16), &vector, 1)
    }
  }

  /// Decrypts ranges in place with one key stream. The counter is the second half of the vector and wraps around
  /// without a carry (§9.3).
  private func count(_ ranges: [Range<Int>], in bytes: UnsafeMutableBufferPointer<UInt8>, from vector: [UInt8]) {
    let total = ranges.reduce(0) { $0 + $1.count }
    var counter = vector[8...].reduce(0) { $0 << 8 | UInt64($1) }
    var blocks: [UInt8] = []
    blocks.reserveCapacity(total + 16)
    for _ in 0..<(total + 15) / 16 {
      blocks += vector[..<8]
      withUnsafeBytes(of: counter.bigEndian) { blocks += $0 }
      counter &+= 1
    }
    let count = Int32(clamping: blocks.count / 16)
    blocks.withUnsafeMutableBufferPointer { stream in
      av_aes_crypt(counting, stream.baseAddress, stream.baseAddress, count, nil, 0)
      var position = 0
      for range in ranges {
        for index in range {
          bytes[index] ^= stream[position]
          position += 1
        }
      }
    }
  }
}
