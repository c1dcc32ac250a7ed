import CoreMedia
import PlayheadStreaming

/// The start of a part in its container and on the timeline, which determines the part's timestamp origin. Pure.
struct PartStart {
  /// The first timestamp of its streams; nil if the container has no meaningful timestamps.
  let firstTime: CMTime?
  /// The first time in the container itself: packed audio counts from zero whatever its tag states.
  let containerTime: CMTime
  /// The expected time on the timeline, from the playlist or from the end of the previous part.
  let expected: CMTime
  /// The discontinuity sequence number of its segments (`EXT-X-DISCONTINUITY-SEQUENCE`, RFC 8216 §4.3.3.3).
  let discontinuity: Int
  /// Whether its timestamps have 33 bits.
  let wraps: Bool

  /// The container time at time zero of the timeline.
  ///
  /// - Parameter origins: The origins of the discontinuities known so far. The part adds that of a new one.
  func origin(in origins: inout TimestampOrigins) -> CMTime {
    guard let firstTime else { return containerTime - expected }
    let known = origins.origin(ofDiscontinuity: discontinuity, first: firstTime, expected: expected, wraps: wraps)
    return containerTime - (firstTime - known)
  }
}
