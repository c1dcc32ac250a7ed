import Foundation

/// A content key that a session has obtained.
open class AVContentKey: NSObject, @unchecked Sendable {
  // Sendable: all properties are set once, by the initializer.

  /// The name of the key.
  open private(set) var contentKeySpecifier: AVContentKeySpecifier

  /// Creates the key of a request that was answered.
  init(_ specifier: AVContentKeySpecifier) { contentKeySpecifier = specifier }
}
