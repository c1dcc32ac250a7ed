import CPlayheadFFmpeg

/// Decrypts whole segments of AES-128 in cipher block chaining mode (RFC 8216 §4.3.2.4). Used by one thread.
package final class AES128 {
  /// libavutil's cipher state with the expanded key.
  private let context: OpaquePointer
  /// The vector for the next block: the last encrypted one.
  private var vector: [UInt8]

  /// nil unless the key and the vector have 16 bytes each.
  package init?(key: [UInt8], initializationVector: [UInt8]) {
    guard key.count == 16, initializationVector.count == 16, let context = av_aes_alloc() else { return nil }
    guard av_aes_init(context, key, 128, 1) >= 0 else {
      av_free(UnsafeMutableRawPointer(context))
      return nil
    }
    self.context = context
    vector = initializationVector
  }

  deinit { av_free(UnsafeMutableRawPointer(context)) }

  /// Decrypts the next whole blocks of 16 bytes.
  ///
  /// The vector continues from call to call, so blocks must be passed in order.
  package func decrypt(_ blocks: some Collection<UInt8>) -> [UInt8] {
    let input = Array(blocks)
    var output = [UInt8](repeating: 0, count: input.count)
    av_aes_crypt(context, &output, input, Int32(input.count / 16), &vector, 1)
    return output
  }

  /// The number of padding bytes in the last block (RFC 5652 §6.3); 0 if the padding is invalid.
  package static func padding(of last: some BidirectionalCollection<UInt8>) -> Int {
    guard let count = last.last, (1...16).contains(count), last.suffix(Int(count)).allSatisfy({ $0 == count }) else {
      return 0
    }
    return Int(count)
  }
}
