import CoreMedia

/// Which part of an item is played.
package struct ItemBounds: Sendable, Equatable {
  /// Where it begins when a session opens it.
  package var start = CMTime.zero
  /// Where playing forward ends; invalid: where the item does.
  package var forwardEnd = CMTime.invalid
  /// Where playing backward ends; invalid: at zero.
  package var reverseEnd = CMTime.invalid

  package init() {}

  /// Where playing forward ends before the item does; nil if it does not.
  package func cut(duration: CMTime) -> CMTime? {
    guard forwardEnd.isNumeric, !duration.isNumeric || forwardEnd < duration else { return nil }
    return max(.zero, forwardEnd)
  }

  /// Where playing backward ends.
  package var reverseLimit: CMTime { reverseEnd.isNumeric ? max(.zero, reverseEnd) : .zero }
}
