import CoreMedia

/// The part of an item that is played.
package struct ItemBounds: Sendable, Equatable {
  /// The initial position when a session opens the item.
  package var start = CMTime.zero
  /// The end of forward playback; invalid for the item's end.
  package var forwardEnd = CMTime.invalid
  /// The end of reverse playback; invalid for zero.
  package var reverseEnd = CMTime.invalid

  /// The whole item, from time zero to its end.
  package init() {}

  /// The end of forward playback if it is before the item's end; otherwise nil.
  ///
  /// - Parameter duration: The item's duration. If it is unknown, every numeric `forwardEnd` counts.
  package func cut(duration: CMTime) -> CMTime? {
    guard forwardEnd.isNumeric, !duration.isNumeric || forwardEnd < duration else { return nil }
    return max(.zero, forwardEnd)
  }

  /// The end of reverse playback. Never negative.
  package var reverseLimit: CMTime { reverseEnd.isNumeric ? max(.zero, reverseEnd) : .zero }
}
