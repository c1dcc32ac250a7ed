import Foundation
import PlayheadNetworking

/// A request for a content key that the program stores for offline playback.
open class AVPersistableContentKeyRequest: AVContentKeyRequest, @unchecked Sendable {
  // Sendable: adds nothing to its superclass.

  /// Creates the data to store from the response of a key server. Later the program answers a request with it.
  ///
  /// A key in the clear is its own data: answer with `AVContentKeyResponse(clearKeyData:initializationVector:)`.
  ///
  /// - Parameters:
  ///   - keyVendorResponse: The 16 bytes of the key.
  ///   - options: Without effect for keys in the clear.
  /// - Throws: `AVError.contentIsNotAuthorized` for a key of another length, and for systems that are not available on
  ///   Linux.
  open func persistableContentKey(
    fromKeyVendorResponse keyVendorResponse: Data, options: [String: Any]? = nil
  ) throws -> Data {
    let system = contentKeySpecifier.keySystem
    guard system == .clearKey, ContentKey([UInt8](keyVendorResponse)) != nil else {
      throw ContentKeyErrors.unusableResponse(system)
    }
    return keyVendorResponse
  }
}
