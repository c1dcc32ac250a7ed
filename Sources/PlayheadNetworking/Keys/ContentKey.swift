import Foundation

/// A content key: the secret with which media is decrypted.
package struct ContentKey: Sendable, Equatable {
  /// The 16 bytes of the key.
  package let bytes: [UInt8]
  /// The initialization vector that came with the key, 16 bytes; nil: the media states it.
  package let initializationVector: [UInt8]?

  /// The length of keys and vectors in bytes: all supported ciphers are AES-128.
  package static let length = 16

  /// nil unless the key, and the vector if there is one, have 16 bytes.
  package init?(_ bytes: [UInt8], initializationVector: [UInt8]? = nil) {
    guard bytes.count == Self.length, initializationVector.map({ $0.count == Self.length }) ?? true else { return nil }
    self.bytes = bytes
    self.initializationVector = initializationVector
  }
}

/// A content key that media names, and what the media states about it.
package struct ContentKeyQuery: Sendable, Hashable {
  /// The name of a key.
  package enum Identifier: Sendable, Hashable {
    /// The URI of a playlist's key tag.
    case resource(URL)
    /// The key identifier of samples (ISO/IEC 23001-7), usually 16 bytes.
    case samples([UInt8])
    /// A name that only the program knows.
    case name(String)
  }

  /// The kind of system that delivers keys.
  package enum System: Sendable, Hashable {
    /// The key itself is delivered.
    case clear
    /// FairPlay Streaming: no key can be obtained.
    case fairPlay
    /// Another system: no key can be obtained.
    case other
  }

  /// The name of the key.
  package var identifier: Identifier
  /// The system that delivers the key.
  package var system: System
  /// The initialization data of the media, such as its `pssh` boxes; nil if there is none.
  package var initializationData: [UInt8]?

  /// Creates a query.
  package init(_ identifier: Identifier, system: System = .clear, initializationData: [UInt8]? = nil) {
    self.identifier = identifier
    self.system = system
    self.initializationData = initializationData
  }
}
