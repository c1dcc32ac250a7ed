import PlayheadBasics

/// Limits of tags: a damaged length must not exhaust memory.
enum TagLimits {
  /// The total bytes of text in one container.
  static let bytes = ResourceLimits.tagBytes.value
  /// The bytes of one value held in memory.
  static let valueBytes = ResourceLimits.tagValueBytes.value
  /// The number of tags of one container or track.
  static let count = ResourceLimits.tags.value
  /// The nesting depth of boxes and elements.
  static let depth = ResourceLimits.depth.value
}
