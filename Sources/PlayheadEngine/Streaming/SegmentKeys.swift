import PlayheadFFmpeg
import PlayheadStreaming

/// How a segment is decrypted.
enum SegmentKeys {
  /// For segments that are encrypted as a whole; nil for others.
  static func cipher(of segment: MediaSegment, _ context: StreamContext) throws(MediaError) -> AES128? {
    guard let key = try usableKey(of: segment, context), key.method == .aes128 else { return nil }
    return AES128(key: try context.key(key), initializationVector: key.vector(forSequence: segment.mediaSequence))
  }

  /// For segments whose samples are encrypted, in a container that knows how.
  static func sampleKey(of segment: MediaSegment, _ context: StreamContext) throws(MediaError) -> [UInt8]? {
    guard let key = try usableKey(of: segment, context), key.method != .aes128, segment.map != nil else { return nil }
    return try context.key(key)
  }

  /// For transport streams and sound without a container whose samples are encrypted; nil for others.
  static func samples(of segment: MediaSegment, _ context: StreamContext) throws(MediaError) -> SampleDecryption? {
    guard let key = try usableKey(of: segment, context), key.method != .aes128, segment.map == nil else { return nil }
    guard key.method == .sampleAES else {
      throw MediaError(.isProtected("SAMPLE-AES-CTR outside of MP4"), url: segment.url ?? context.url)
    }
    let (secret, vector) = (try context.key(key), key.vector(forSequence: segment.mediaSequence))
    return SampleDecryption { AES128(key: secret, initializationVector: vector)?.decrypt($0[...]) ?? $0 }
  }

  /// The key that is given openly. A segment that has keys of other formats only is closed to this player.
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
