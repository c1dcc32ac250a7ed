import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// Decrypts the packets of one container with the keys of its item's session. Used by the reader's thread.
final class PacketDecryption {
  /// The connection to the session with the keys.
  private let keys: ContentKeySource
  /// The control through which the reader waits.
  private let control: ContainerControl
  /// The item's URL, for errors.
  private let url: URL
  /// The `pssh` boxes of the container, for queries.
  private let initializationData: [UInt8]?
  /// A key and the cipher that was made with it.
  private typealias Entry = (key: ContentKey, decryptor: SampleDecryptor)
  /// The ciphers by key identifier.
  private var entries: [[UInt8]: Entry] = [:]
  /// The limit of ciphers: they are made again from their keys.
  private static let entryLimit = 64

  /// Creates a decryption without keys. Asks for nothing yet.
  init(_ keys: ContentKeySource, control: ContainerControl, url: URL, initializationData: [UInt8]?) {
    self.keys = keys
    self.control = control
    self.url = url
    self.initializationData = initializationData
  }

  /// The packet in clear. Blocks until the program has answered the query for its key.
  ///
  /// - Throws: `MediaError` with the kind `.isProtected` if no session can have the key, `.keyUnavailable` if the
  ///   program has none, and `.cancelled`.
  func decrypt(_ packet: Packet, scheme: String) throws(MediaError) -> Packet {
    guard let encryption = packet.sampleEncryption else { throw MediaError(.isProtected(scheme), url: url) }
    guard let clear = try decryptor(encryption.keyID, scheme).decrypt(packet) else {
      throw MediaError(.damaged, url: url)
    }
    return clear
  }

  /// The cipher with the key of an identifier.
  private func decryptor(_ identifier: [UInt8], _ scheme: String) throws(MediaError) -> SampleDecryptor {
    // Asked for each packet: the session may have expired, or renewed the key.
    let query = ContentKeyQuery(.samples(identifier), initializationData: initializationData)
    guard let wait = keys.ask(query) else { throw MediaError(.isProtected(scheme), url: url) }
    let result: Result<ContentKey, DelegateFailure>
    do throws(ByteSourceError) {
      result = try control.key(wait)
    } catch {
      throw MediaError(error, url: url)
    }
    let key = try MediaError.unwrap(result, url: url)
    if let entry = entries[identifier], entry.key == key { return entry.decryptor }
    guard let decryptor = SampleDecryptor(key: key.bytes) else { throw MediaError(.isProtected(scheme), url: url) }
    if entries.count >= Self.entryLimit { entries = [:] }
    entries[identifier] = (key, decryptor)
    return decryptor
  }
}
