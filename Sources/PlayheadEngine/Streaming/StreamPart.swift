import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadStreaming

/// Contiguous segments without a change of format or timestamps, read as one container.
final class StreamPart {
  /// The demuxer that reads the part's bytes.
  var demuxer: Demuxer
  /// The container format of the segments.
  let format: SegmentFormat
  /// The streams that are played, by kind.
  let streams: [TrackInfo.Kind: TrackInfo]
  /// The first timestamp of these streams; nil if the container has no meaningful timestamps.
  let firstTime: CMTime?
  /// The discontinuity sequence number of its segments (`EXT-X-DISCONTINUITY-SEQUENCE`, RFC 8216 §4.3.3.3).
  let discontinuity: Int
  /// The expected start time, from the playlist or from the end of the previous part.
  let expectedStart: CMTime
  /// Whether `place` was called: packets have times of the presentation from then on.
  private(set) var isPlaced = false
  /// Whether any packet was read: until then a seek to the same segment can reuse the part.
  var hasReturnedPackets = false

  /// `tagTime`: the timestamp of the first sample according to the tag before packed audio.
  ///
  /// Reads as far as the first timestamps of all streams.
  init(
    _ demuxer: consuming Demuxer, format: SegmentFormat, kinds: Set<TrackInfo.Kind>, tagTime: CMTime?,
    discontinuity: Int, expectedStart: CMTime
  ) throws(DemuxError) {
    let info = demuxer.info
    var streams: [TrackInfo.Kind: TrackInfo] = [:]
    for kind in kinds {
      if let track = info.preferredTrack(kind) ?? info.tracks.first(where: { $0.kind == kind }) {
        streams[kind] = track
      }
    }
    let times = try demuxer.firstTimes(ofStreams: Set(streams.values.map(\.index)))
    self.demuxer = demuxer
    self.format = format
    self.streams = streams
    let earliest = times.values.min()
    if case .packedAudio = format {
      firstTime = tagTime
      containerStart = earliest ?? .zero
    } else {
      firstTime = earliest
      containerStart = earliest ?? .zero
    }
    self.discontinuity = discontinuity
    self.expectedStart = expectedStart
  }

  /// The first time in the container itself: packed audio counts from zero whatever its tag states.
  private let containerStart: CMTime

  /// Places the part on the timeline. `tracks`: the presentation's tracks that its streams belong to.
  func place(_ origins: inout TimestampOrigins, tracks: [TrackInfo.Kind: TrackInfo]) {
    var origin = containerStart - expectedStart
    if let firstTime {
      let taken = origins.origin(
        ofDiscontinuity: discontinuity, first: firstTime, expected: expectedStart, wraps: format.hasWrappingTimes)
      origin = containerStart - (firstTime - taken)
    }
    var placed: [TrackInfo?] = Array(repeating: nil, count: (streams.values.map(\.index).max() ?? -1) + 1)
    for (kind, stream) in streams {
      guard let track = tracks[kind] else { continue }
      var own = stream
      own.index = track.index
      own.trackID = track.trackID
      placed[stream.index] = own
    }
    demuxer.place(origin: origin, tracks: placed)
    isPlaced = true
  }
}
