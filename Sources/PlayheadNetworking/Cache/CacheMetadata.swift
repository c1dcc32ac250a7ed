import Foundation

/// The properties of a cached resource.
package struct CacheMetadata: Sendable, Equatable {
  /// The total number of bytes; nil if unknown.
  package var size: Int64?
  /// The validator of this version.
  package var validator: String?
  /// The URL after redirections.
  package var location: URL?

  /// Properties without arguments are unknown.
  package init(size: Int64? = nil, validator: String? = nil, location: URL? = nil) {
    self.size = size
    self.validator = validator
    self.location = location
  }

  /// Whether bytes of both belong to the same version, as far as is known.
  func isSame(as other: CacheMetadata) -> Bool {
    if let mine = validator, let theirs = other.validator, mine != theirs { return false }
    if let mine = size, let theirs = other.size, mine != theirs { return false }
    return true
  }
}
