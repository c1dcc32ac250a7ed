/// A stretch of media and where it goes on another timeline: the edit list entry of a track.
///
/// The segment plays at a rate of `source.duration / target.duration`. With a source whose start is not a number the
/// target is left empty.
@frozen
public struct CMTimeMapping: Sendable {
  /// The stretch in the media's own time.
  public var source: CMTimeRange

  /// The stretch of the timeline that it fills.
  public var target: CMTimeRange

  /// An invalid mapping, as `CMTimeMapping.invalid`.
  @inlinable
  public init() {
    source = .invalid
    target = .invalid
  }

  /// A mapping of these two ranges, as they are.
  @inlinable
  public init(source: CMTimeRange, target: CMTimeRange) {
    self.source = source
    self.target = target
  }

  /// No mapping at all: both ranges are invalid.
  @inlinable public static var invalid: CMTimeMapping { CMTimeMapping() }
}

/// A mapping of two ranges; an invalid one when a duration is not in epoch 0.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  guard source.duration.epoch == 0, target.duration.epoch == 0 else { return .invalid }
  return CMTimeMapping(source: source, target: target)
}

/// A mapping that leaves a stretch of the timeline empty; an invalid one when the duration is not in epoch 0.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
  CMTimeMappingMake(source: .invalid, target: target)
}
