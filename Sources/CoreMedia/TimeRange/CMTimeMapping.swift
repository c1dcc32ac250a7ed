/// A mapping of a media range to a range on another timeline: the edit list entry of a track.
///
/// The segment plays at a rate of `source.duration / target.duration`. If the start of the source is not numeric, the
/// target is empty.
@frozen
public struct CMTimeMapping: Sendable {
  /// The range in the media's own time.
  public var source: CMTimeRange

  /// The range on the timeline.
  public var target: CMTimeRange

  /// Creates an invalid mapping, like `CMTimeMapping.invalid`.
  @inlinable
  public init() {
    source = .invalid
    target = .invalid
  }

  /// Creates a mapping of two ranges without validation.
  @inlinable
  public init(source: CMTimeRange, target: CMTimeRange) {
    self.source = source
    self.target = target
  }

  /// An invalid mapping: both ranges are invalid.
  @inlinable public static var invalid: CMTimeMapping { CMTimeMapping() }
}

/// Creates a mapping of two ranges; invalid if a duration is not in epoch 0.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  guard source.duration.epoch == 0, target.duration.epoch == 0 else { return .invalid }
  return CMTimeMapping(source: source, target: target)
}

/// Creates a mapping that leaves a range of the timeline empty; invalid if the duration is not in epoch 0.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
  CMTimeMappingMake(source: .invalid, target: target)
}
