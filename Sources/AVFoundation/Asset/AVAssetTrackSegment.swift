import Foundation
import PlayheadMedia

/// A segment of a track's timeline and the media range presented in it.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
  // Sendable: a constant.

  /// The mapping from media times to asset times. The source is invalid in an empty edit.
  open var timeMapping: CMTimeMapping { storedTimeMapping }
  /// The value of `timeMapping`.
  private let storedTimeMapping: CMTimeMapping

  init(_ mapping: CMTimeMapping) {
    storedTimeMapping = mapping
    super.init()
  }

  /// Whether the segment is an empty edit, which presents nothing.
  open var isEmpty: Bool { !timeMapping.source.isValid }
}

/// The timeline of a track according to the file's edit list.
struct TrackTimeline {
  let mappings: [CMTimeMapping]

  /// Without an edit list, all media plays at its own presentation times.
  init(_ segments: [TrackSegment], range: CMTimeRange) {
    guard segments.isEmpty else {
      mappings = segments.map { CMTimeMapping(source: $0.source, target: $0.target) }
      return
    }
    let hasGap = range.start.isNumeric && range.start > .zero
    let gap = CMTimeMapping(source: .invalid, target: CMTimeRange(start: .zero, duration: range.start))
    let media = CMTimeMapping(source: CMTimeRange(start: .zero, duration: range.duration), target: range)
    mappings = (hasGap ? [gap] : []) + (range.duration.isNumeric ? [media] : [])
  }

  /// The segment that contains a time; the nearest one for a time outside all segments.
  func mapping(at time: CMTime) -> CMTimeMapping? {
    guard time.isNumeric else { return nil }
    if let covering = mappings.first(where: { $0.target.containsTime(time) }) { return covering }
    guard let first = mappings.first else { return nil }
    return time < first.target.start ? first : mappings.last
  }

  /// The media time for a track time; invalid if none is mapped.
  func sourceTime(at time: CMTime) -> CMTime {
    guard let mapping = mapping(at: time), mapping.source.isValid, mapping.target.containsTime(time) else {
      return .invalid
    }
    let offset = time - mapping.target.start
    guard mapping.source.duration != mapping.target.duration else { return mapping.source.start + offset }
    let length = mapping.target.duration.seconds
    let rate = length > 0 ? mapping.source.duration.seconds / length : 0
    return mapping.source.start + CMTimeMultiplyByFloat64(offset, multiplier: rate)
  }
}
