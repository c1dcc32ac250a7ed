/// What a program wants of the choice between variants. Wishes never leave nothing to choose from.
package struct VariantPreferences: Sendable, Equatable {
  /// Bits a second; 0: no limit.
  package var peakBitRate = 0.0
  /// Pixels; 0: no limit.
  package var maximumWidth = 0
  package var maximumHeight = 0
  /// Whether to begin with the first variant of the playlist that can be played.
  package var startsOnFirst = false
  /// This one and no other: its place in the playlist.
  package var pinned: Int?
  package init() {}
}
