import Foundation
import PlayheadFFmpeg

/// One part of a track's timeline, and which part of its media is seen or heard there.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
  // Sendable: a constant.

  /// From the media's times to those of the asset. The source is invalid where nothing is to be seen or heard.
  public let timeMapping: CMTimeMapping

  init(_ mapping: CMTimeMapping) {
    timeMapping = mapping
    super.init()
  }

  /// Whether nothing is to be seen or heard.
  open var isEmpty: Bool { !timeMapping.source.isValid }
}

/// The timeline of a track as the file's edit list has it.
struct TrackTimeline {
  let mappings: [CMTimeMapping]

  /// Without an edit list all of the media plays where it lies.
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

  /// The part that covers a time; for a time outside of all of them the nearest.
  func mapping(at time: CMTime) -> CMTimeMapping? {
    guard time.isNumeric else { return nil }
    if let covering = mappings.first(where: { $0.target.containsTime(time) }) { return covering }
    guard let first = mappings.first else { return nil }
    return time < first.target.start ? first : mappings.last
  }

  /// The media's time at a time of the track; invalid where there is none.
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
