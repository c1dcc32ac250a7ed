import Foundation
import PlayheadNetworking

/// The response to a request for a content key.
open class AVContentKeyResponse: NSObject, @unchecked Sendable {
  // Sendable: all properties are set once, by the initializer.

  /// The content of a response.
  enum Content: Sendable {
    /// A key in the clear, and its initialization vector.
    case clear(Data, vector: Data?)
    /// The response of a system that is not available.
    case unavailable
  }

  /// The content of the response.
  let content: Content

  private init(_ content: Content) { self.content = content }

  /// Creates a response with the data of a FairPlay key server. No request accepts it: FairPlay is not available on
  /// Linux.
  public convenience init(fairPlayStreamingKeyResponseData keyResponseData: Data) { self.init(.unavailable) }

  /// Creates a response with a key in the clear.
  ///
  /// - Parameters:
  ///   - keyData: The 16 bytes of the key. A request fails with a key of another length.
  ///   - initializationVector: 16 bytes that precede the vector of the playlist; nil for the playlist's own. The
  ///     samples of Common Encryption always have their own vectors.
  public convenience init(clearKeyData keyData: Data, initializationVector: Data?) {
    self.init(.clear(keyData, vector: initializationVector))
  }

  /// Creates a response with a token. No request accepts it: authorization tokens are not available on Linux.
  public convenience init(authorizationTokenData: Data) { self.init(.unavailable) }

  /// The key in the response; nil if its length is wrong, or the system is not available.
  var key: ContentKey? {
    guard case .clear(let data, let vector) = content else { return nil }
    return ContentKey([UInt8](data), initializationVector: vector.map { [UInt8]($0) })
  }
}
