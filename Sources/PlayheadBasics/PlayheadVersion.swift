/// The version of Playhead.
package enum PlayheadVersion {
  /// The number of this release (semantic versioning).
  package static let current = "0.1.0"
}
