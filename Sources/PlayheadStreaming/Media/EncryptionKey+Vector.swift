extension EncryptionKey {
  /// The initialization vector of a segment: the declared one, or the sequence number in 128 bits (RFC 8216 §5.2).
  ///
  /// - Parameter number: The media sequence number of the server, not a renumbered one.
  package func vector(forSequence number: Int) -> [UInt8] {
    initializationVector
      ?? (0..<16).map { $0 < 8 ? 0 : UInt8(truncatingIfNeeded: number >> (8 * (15 - $0))) }
  }
}
