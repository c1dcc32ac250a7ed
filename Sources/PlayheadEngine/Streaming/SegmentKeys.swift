import PlayheadFFmpeg
import PlayheadStreaming

/// The decryption of a segment.
enum SegmentKeys {
  /// The cipher of a segment that is encrypted as a whole; nil for others.
  ///
  /// - Throws: `MediaError` if the key cannot be fetched, or is not supported.
  static func cipher(of segment: MediaSegment, _ context: StreamContext) throws(MediaError) -> AES128? {
    guard let key = try usableKey(of: segment, context), key.method == .aes128 else { return nil }
    return AES128(key: try context.key(key), initializationVector: key.vector(forSequence: segment.mediaSequence))
  }

  /// The key of a segment with encrypted samples in a container that decrypts them itself (MP4); nil for others.
  ///
  /// - Throws: `MediaError` if the key cannot be fetched, or is not supported.
  static func sampleKey(of segment: MediaSegment, _ context: StreamContext) throws(MediaError) -> [UInt8]? {
    guard let key = try usableKey(of: segment, context), key.method != .aes128, segment.map != nil else { return nil }
    return try context.key(key)
  }

  /// The sample decryption of a transport stream or packed audio; nil for other segments.
  ///
  /// - Throws: `MediaError` with the kind `.isProtected` for methods other than `SAMPLE-AES`.
  static func samples(of segment: MediaSegment, _ context: StreamContext) throws(MediaError) -> SampleDecryption? {
    guard let key = try usableKey(of: segment, context), key.method != .aes128, segment.map == nil else { return nil }
    guard key.method == .sampleAES else {
      throw MediaError(.isProtected("SAMPLE-AES-CTR outside of MP4"), url: segment.url ?? context.url)
    }
    let (secret, vector) = (try context.key(key), key.vector(forSequence: segment.mediaSequence))
    return SampleDecryption { AES128(key: secret, initializationVector: vector)?.decrypt($0[...]) ?? $0 }
  }

  /// The key in the identity format; nil for clear segments. Throws for a segment with keys of other formats only, as
  /// their DRM systems are not supported.
  private static func usableKey(of segment: MediaSegment, _ context: StreamContext) throws(MediaError) -> EncryptionKey?
  {
    guard let first = segment.keys.first else { return nil }
    let usable = segment.keys.first { key in
      guard key.format == EncryptionKey.identityFormat else { return false }
      if case .other = key.method { return false }
      return true
    }
    guard let usable else {
      let name = if case .other(let method) = first.method { method } else { first.format }
      throw MediaError(.isProtected(name), url: segment.url ?? context.url)
    }
    return usable
  }
}
