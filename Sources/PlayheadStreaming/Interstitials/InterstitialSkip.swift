/// The settings for skipping an interstitial (RFC 8216, second edition, appendix D.3).
package struct InterstitialSkip: Sendable, Equatable {
  /// Seconds before it may be skipped; nil: it may not be skipped.
  package var offset: Double?
  /// The duration of the skippable period in seconds; nil: until the end.
  package var duration: Double?
  /// The identifier of a skip button's label.
  package var labelID: String?
  /// Settings that do not permit skipping.
  package init() {}

  /// Overrides each setting of the date range with that of the asset list.
  package func overridden(by other: InterstitialSkip) -> InterstitialSkip {
    var skip = self
    skip.offset = other.offset ?? offset
    skip.duration = other.duration ?? duration
    skip.labelID = other.labelID ?? labelID
    return skip
  }
}
