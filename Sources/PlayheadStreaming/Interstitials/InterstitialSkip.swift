/// When a viewer may leave the rest of an interstitial out (RFC 8216, second edition, appendix D.3).
package struct InterstitialSkip: Sendable, Equatable {
  /// Seconds of it that have to be played before; nil: it may not be skipped.
  package var offset: Double?
  /// For how many seconds from then on; nil: to its end.
  package var duration: Double?
  /// Names what a button is to say.
  package var labelID: String?
  package init() {}

  /// What a list of assets says takes the place of what the date range says, each for itself.
  package func overridden(by other: InterstitialSkip) -> InterstitialSkip {
    var skip = self
    skip.offset = other.offset ?? offset
    skip.duration = other.duration ?? duration
    skip.labelID = other.labelID ?? labelID
    return skip
  }
}
