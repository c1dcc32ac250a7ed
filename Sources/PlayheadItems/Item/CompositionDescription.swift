import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadNetworking

/// A composition as a value: for each of its tracks, the ranges of source tracks that play one after the other.
package struct CompositionDescription: Sendable {
  /// A track of a resource.
  package struct Source: Sendable {
    /// The URL of the resource.
    package var url: URL
    /// The options of all requests for it.
    package var options: RequestOptions
    /// The identifier of the track within the resource.
    package var trackID: Int32
    /// The properties of the track; nil if they are not known.
    package var info: TrackInfo?

    /// Names a track of a resource.
    package init(url: URL, options: RequestOptions = RequestOptions(), trackID: Int32, info: TrackInfo? = nil) {
      self.url = url
      self.options = options
      self.trackID = trackID
      self.info = info
    }
  }

  /// A range of the composition and the media that it presents.
  package struct Segment: Sendable {
    /// The source of the media; nil: the range is empty.
    package var source: Source?
    /// The range of the source on its asset's timeline. Not valid for an empty segment.
    package var sourceRange: CMTimeRange
    /// The range on the composition's timeline.
    package var target: CMTimeRange

    /// Creates a segment of a source.
    package init(_ source: Source, range: CMTimeRange, target: CMTimeRange) {
      self.source = source
      sourceRange = range
      self.target = target
    }

    /// Creates an empty segment.
    package init(emptyRange: CMTimeRange) {
      sourceRange = .invalid
      target = emptyRange
    }

    /// Whether the media plays at another speed.
    package var isScaled: Bool { source != nil && sourceRange.duration != target.duration }

    /// The source's time for a time of the composition.
    package func sourceTime(at time: CMTime) -> CMTime {
      let offset = time - target.start
      guard isScaled else { return sourceRange.start + offset }
      return CMTimeMapTimeFromRangeToRange(time, fromRange: target, toRange: sourceRange)
    }

    /// The composition's time for a time of the source.
    package func targetTime(at time: CMTime) -> CMTime {
      guard isScaled else { return target.start + (time - sourceRange.start) }
      return CMTimeMapTimeFromRangeToRange(time, fromRange: sourceRange, toRange: target)
    }

    /// The duration on the composition's timeline of a duration of the source.
    package func targetDuration(of duration: CMTime) -> CMTime {
      guard isScaled, duration.isNumeric else { return duration }
      return CMTimeMapDurationFromRangeToRange(duration, fromRange: sourceRange, toRange: target)
    }
  }

  /// A track of the composition.
  package struct Track: Sendable {
    /// The properties of the track. Its `index` is unique within the composition.
    package var info: TrackInfo
    /// The segments in the order of their targets, without gaps between them.
    package var segments: [Segment]
    /// The gain of audio; 1 leaves it unchanged.
    package var volume: Float

    /// Creates a track.
    package init(info: TrackInfo, segments: [Segment], volume: Float = 1) {
      self.info = info
      self.segments = segments
      self.volume = volume.isFinite ? max(0, volume) : 1
    }

    /// The end of the last segment; zero without segments.
    package var end: CMTime { segments.last?.target.end ?? .zero }
  }

  /// The tracks in the order of their indexes.
  package var tracks: [Track]

  /// Creates a composition.
  package init(tracks: [Track]) { self.tracks = tracks }

  /// The end of the longest track.
  package var duration: CMTime { tracks.map(\.end).max() ?? .zero }

  /// The description that a container with the same tracks would have.
  package var info: MediaInfo {
    var info = MediaInfo(containerName: "composition", duration: duration, tracks: tracks.map(\.info))
    info.details = MediaDetails()
    return info
  }

  /// The audio tracks that are heard: all enabled ones.
  package var audibleTracks: [Track] {
    tracks.filter { $0.info.kind == .audio && $0.info.isDefault && !$0.segments.isEmpty }
  }

  /// Whether the audio of several tracks is mixed, or changed in volume, before it is decoded as one track.
  package var mixesAudio: Bool { audibleTracks.count > 1 || audibleTracks.contains { $0.volume != 1 } }
}
