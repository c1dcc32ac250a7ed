import Foundation
import PlayheadNetworking

/// The name of a content key within a key system.
open class AVContentKeySpecifier: NSObject, @unchecked Sendable {
  // Sendable: all properties are set once, by the initializer.

  /// The system that delivers the key.
  open private(set) var keySystem: AVContentKeySystem
  /// The name of the key: the URI as a string for HLS, and the identifier as `Data` for Common Encryption.
  open private(set) var identifier: any Sendable
  /// Further properties of the key.
  open private(set) var options: [String: any Sendable]

  /// Creates a specifier. An identifier that is neither a string, a URL nor data is described as a string.
  public init(
    forKeySystem keySystem: AVContentKeySystem, identifier contentKeyIdentifier: Any, options: [String: Any] = [:]
  ) {
    self.keySystem = keySystem
    identifier = Self.sendable(contentKeyIdentifier)
    self.options = options.mapValues(Self.sendable)
  }

  /// Creates a specifier of a key that media or the program names.
  init(_ keySystem: AVContentKeySystem, _ identifier: (any Sendable)?, options: [String: any Sendable] = [:]) {
    self.keySystem = keySystem
    self.identifier = identifier ?? ""
    self.options = options
  }

  /// The value of an untyped parameter.
  private static func sendable(_ value: Any) -> any Sendable {
    switch value {
    case let text as String: text
    case let url as URL: url
    case let data as Data: data
    case let numbers as [Int]: numbers
    case let number as Int: number
    case let isTrue as Bool: isTrue
    default: String(describing: value)
    }
  }
}
