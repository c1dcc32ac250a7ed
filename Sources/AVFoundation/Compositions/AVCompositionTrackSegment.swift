import Foundation
import PlayheadItems
import PlayheadMedia

/// A segment of a composition track: a range of a track of a resource, or an empty range.
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
  // Sendable: a constant.
  let segment: CompositionDescription.Segment

  init(_ segment: CompositionDescription.Segment) {
    self.segment = segment
    super.init(CMTimeMapping(source: segment.source == nil ? .invalid : segment.sourceRange, target: segment.target))
  }

  /// Creates a segment that presents media of a track of a resource. Opens nothing.
  ///
  /// - Parameters:
  ///   - URL: The URL of the resource.
  ///   - trackID: The identifier of the track within the resource.
  ///   - sourceTimeRange: The range of the track. Media plays at the speed that presents it in `targetTimeRange`.
  ///   - targetTimeRange: The range of the composition track.
  public convenience init(
    url URL: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange, targetTimeRange: CMTimeRange
  ) {
    self.init(
      CompositionDescription.Segment(
        CompositionDescription.Source(url: URL, trackID: trackID), range: sourceTimeRange, target: targetTimeRange))
  }

  /// Creates an empty segment: silent or black.
  public convenience init(timeRange: CMTimeRange) { self.init(CompositionDescription.Segment(emptyRange: timeRange)) }

  /// Whether the segment presents no media.
  open override var isEmpty: Bool { segment.source == nil }

  /// The URL of the resource; nil for an empty segment.
  open var sourceURL: URL? { segment.source?.url }

  /// The identifier of the track within the resource; `kCMPersistentTrackID_Invalid` for an empty segment.
  open var sourceTrackID: CMPersistentTrackID { segment.source?.trackID ?? kCMPersistentTrackID_Invalid }
}
