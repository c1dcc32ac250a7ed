/// The application's preferences for variant selection. They never exclude all variants.
package struct VariantPreferences: Sendable, Equatable {
  /// In bits per second; 0: no limit.
  package var peakBitRate = 0.0
  /// In pixels; 0: no limit.
  package var maximumWidth = 0
  /// The maximum height in pixels; 0: no limit.
  package var maximumHeight = 0
  /// Whether to start with the first playable variant of the playlist.
  package var startsOnFirst = false
  /// The index of the only variant to use.
  package var pinned: Int?
  /// Preferences without limits.
  package init() {}
}
