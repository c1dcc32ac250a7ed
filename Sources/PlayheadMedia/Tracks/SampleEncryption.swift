/// How the data of one packet is encrypted (Common Encryption, ISO/IEC 23001-7).
package struct SampleEncryption: Sendable, Equatable {
  /// The protection scheme.
  package enum Scheme: Sendable, Equatable {
    /// AES in counter mode over all protected bytes.
    case cenc
    /// AES in counter mode over some blocks of the protected bytes.
    case cens
    /// AES with cipher block chaining over all protected blocks.
    case cbc1
    /// AES with cipher block chaining over some blocks of each protected range, with one constant vector.
    case cbcs
  }

  /// Bytes in clear, and the protected bytes that follow them.
  package struct Subsample: Sendable, Equatable {
    /// The number of bytes in clear.
    package var clear: Int
    /// The number of protected bytes. With a pattern only some of their blocks are encrypted.
    package var protected: Int
    /// Creates a subsample.
    package init(clear: Int, protected: Int) {
      self.clear = clear
      self.protected = protected
    }
  }

  /// The protection scheme.
  package var scheme: Scheme
  /// The identifier of the key.
  package var keyID: [UInt8]
  /// The initialization vector, padded to 16 bytes.
  package var vector: [UInt8]
  /// The number of encrypted blocks in each repetition of the pattern; 0 without a pattern.
  package var encryptedBlocks: Int
  /// The number of clear blocks that follow the encrypted ones; 0 without a pattern.
  package var clearBlocks: Int
  /// The protected ranges; empty: the whole packet.
  package var subsamples: [Subsample]

  /// Creates a description.
  package init(
    _ scheme: Scheme, keyID: [UInt8], vector: [UInt8], encryptedBlocks: Int = 0, clearBlocks: Int = 0,
    subsamples: [Subsample] = []
  ) {
    self.scheme = scheme
    self.keyID = keyID
    self.vector = vector
    self.encryptedBlocks = encryptedBlocks
    self.clearBlocks = clearBlocks
    self.subsamples = subsamples
  }

  /// The size of a cipher block in bytes.
  private static let blockSize = 16

  /// The encrypted ranges of a packet, grouped by the runs over which the cipher's state continues. Ranges are in
  /// order, do not overlap, and lie within the packet. With cipher block chaining all lengths are whole blocks.
  ///
  /// - Returns: nil if the subsamples exceed the packet.
  package func encryptedRuns(byteCount: Int) -> [[Range<Int>]]? {
    var protected: [Range<Int>] = []
    if subsamples.isEmpty {
      protected = [0..<byteCount]
    } else {
      var position = 0
      for subsample in subsamples {
        guard subsample.clear >= 0, subsample.protected >= 0, subsample.clear <= byteCount - position,
          subsample.protected <= byteCount - position - subsample.clear
        else { return nil }
        position += subsample.clear
        if subsample.protected > 0 { protected.append(position..<position + subsample.protected) }
        position += subsample.protected
      }
    }
    let ranges = protected.map(encryptedRanges)
    // The vector is applied anew to each subsample (§10.4.2); the other schemes continue through the sample.
    return scheme == .cbcs ? ranges : [ranges.flatMap { $0 }]
  }

  /// The encrypted ranges within a protected one.
  private func encryptedRanges(of range: Range<Int>) -> [Range<Int>] {
    let hasPattern = scheme == .cens || scheme == .cbcs
    guard hasPattern, encryptedBlocks > 0, clearBlocks > 0 else {
      // Without a pattern a partial block is encrypted in counter mode only.
      let isCounting = scheme == .cenc || scheme == .cens
      let count = isCounting ? range.count : range.count / Self.blockSize * Self.blockSize
      return count > 0 ? [range.lowerBound..<range.lowerBound + count] : []
    }
    let length = encryptedBlocks * Self.blockSize
    let step = length + clearBlocks * Self.blockSize
    // Encrypted blocks that the range cuts off remain in clear (§9.6).
    return stride(from: range.lowerBound, through: range.upperBound - length, by: step).map { $0..<$0 + length }
  }
}
