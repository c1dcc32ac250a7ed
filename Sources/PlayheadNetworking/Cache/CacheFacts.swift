import Foundation

/// What is known of a resource that is kept.
package struct CacheFacts: Sendable, Equatable {
  package var size: Int64?
  /// Tells this version of it from others.
  package var validator: String?
  /// Where redirections led.
  package var location: URL?

  package init(size: Int64? = nil, validator: String? = nil, location: URL? = nil) {
    self.size = size
    self.validator = validator
    self.location = location
  }

  /// Whether bytes of both belong to one version, as far as is known.
  func isSame(as other: CacheFacts) -> Bool {
    if let mine = validator, let theirs = other.validator, mine != theirs { return false }
    if let mine = size, let theirs = other.size, mine != theirs { return false }
    return true
  }
}
