import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadNetworking
import PlayheadStreaming

/// The decryption of a segment.
enum SegmentKeys {
  /// The cipher of a segment that is encrypted as a whole; nil for others.
  ///
  /// - Throws: `MediaError` if the key cannot be fetched, or is not supported.
  static func cipher(of segment: MediaSegment, _ context: StreamContext) throws(MediaError) -> AES128? {
    guard let key = try usableKey(of: segment, context), key.method == .aes128 else { return nil }
    return cipher(try context.key(key), key, sequence: segment.mediaSequence)
  }

  /// The cipher with a key. The vector that came with the key precedes that of the playlist.
  ///
  /// - Parameter sequence: The media sequence number of the server.
  static func cipher(_ secret: ContentKey, _ key: EncryptionKey, sequence: Int) -> AES128? {
    AES128(
      key: secret.bytes, initializationVector: secret.initializationVector ?? key.vector(forSequence: sequence))
  }

  /// The key of a segment with encrypted samples in a container that decrypts them itself (MP4); nil for others.
  ///
  /// - Throws: `MediaError` if the key cannot be fetched, or is not supported.
  static func sampleKey(of segment: MediaSegment, _ context: StreamContext) throws(MediaError) -> [UInt8]? {
    guard let key = try usableKey(of: segment, context), key.method != .aes128, segment.map != nil else { return nil }
    return try context.key(key).bytes
  }

  /// The sample decryption of a transport stream or packed audio; nil for other segments.
  ///
  /// - Throws: `MediaError` with the kind `.isProtected` for methods other than `SAMPLE-AES`.
  static func samples(of segment: MediaSegment, _ context: StreamContext) throws(MediaError) -> SampleDecryption? {
    guard let key = try usableKey(of: segment, context), key.method != .aes128, segment.map == nil else { return nil }
    guard key.method == .sampleAES else {
      throw MediaError(.isProtected("SAMPLE-AES-CTR outside of MP4"), url: segment.url ?? context.url)
    }
    let (secret, sequence) = (try context.key(key), segment.mediaSequence)
    return SampleDecryption { cipher(secret, key, sequence: sequence)?.decrypt($0[...]) ?? $0 }
  }

  /// The key to use: one that the program's session delivers, or in the identity format; nil for clear segments. Throws
  /// for a segment with keys of other systems only.
  private static func usableKey(of segment: MediaSegment, _ context: StreamContext) throws(MediaError) -> EncryptionKey?
  {
    guard let first = segment.keys.first else { return nil }
    guard let usable = segment.keys.first(where: context.mayProvide) else {
      let name = if case .other(let method) = first.method { method } else { first.format }
      throw MediaError(.isProtected(name), url: segment.url ?? context.url)
    }
    return usable
  }
}

extension EncryptionKey {
  /// The query for the key to the program's content key session; nil for systems without one, and without a URI.
  var contentKeyQuery: ContentKeyQuery? {
    guard let url else { return nil }
    switch format.lowercased() {
    case Self.identityFormat: return ContentKeyQuery(.resource(url))
    case "org.w3.clearkey", Self.commonSystem, Self.clearKeySystem:
      return ContentKeyQuery(.resource(url), initializationData: DataURL.bytes(of: url))
    case "com.apple.streamingkeydelivery": return ContentKeyQuery(.resource(url), system: .fairPlay)
    default: return nil
    }
  }

  /// The system of `pssh` boxes with key identifiers only (W3C "`cenc` Initialization Data Format" §4).
  private static let commonSystem = "urn:uuid:1077efec-c0b2-4d02-ace3-3c1e52e2fb4b"
  /// The ClearKey system of DASH-IF.
  private static let clearKeySystem = "urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e"
}
