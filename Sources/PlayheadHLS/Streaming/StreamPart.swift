import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadStreaming

/// Contiguous segments without a change of format or timestamps, read as one container.
package final class StreamPart {
  /// The demuxer that reads the part's bytes.
  package var demuxer: Demuxer
  /// The container format of the segments.
  let format: SegmentFormat
  /// The streams that are played, by kind.
  package let streams: [TrackInfo.Kind: TrackInfo]
  /// Its start in the container and on the timeline.
  let start: PartStart
  /// Whether `place` was called: packets have times of the presentation from then on.
  private(set) var isPlaced = false
  /// Whether any packet was read: until then a seek to the same segment can reuse the part.
  var hasReturnedPackets = false

  /// Creates a part, and reads as far as the first timestamps of all streams.
  ///
  /// - Parameters:
  ///   - tagTime: The timestamp of the first sample according to the tag before packed audio.
  ///   - discontinuity: The discontinuity sequence number of its segments.
  ///   - expectedStart: The expected start time, from the playlist or from the end of the previous part.
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
    var firstTime = earliest
    if case .packedAudio = format { firstTime = tagTime }
    start = PartStart(
      firstTime: firstTime, containerTime: earliest ?? .zero, expected: expectedStart, discontinuity: discontinuity,
      wraps: format.hasWrappingTimes)
  }

  /// Places the part on the timeline with the shared timestamp origins. `tracks`: the presentation's tracks that its
  /// streams belong to.
  package func place(_ origins: inout TimestampOrigins, tracks: [TrackInfo.Kind: TrackInfo]) {
    place(origin: start.origin(in: &origins), tracks: tracks)
  }

  /// Places the part on the timeline.
  ///
  /// - Parameters:
  ///   - origin: The container time at time zero of the timeline.
  ///   - tracks: The presentation's tracks that its streams belong to.
  func place(origin: CMTime, tracks: [TrackInfo.Kind: TrackInfo]) {
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

  /// Whether a part of fragmented MP4 should end before a time. libavformat retains an index entry for every sample it
  /// has ever read: megabytes an hour. A new demuxer continues at the same place and feeds the same decoders.
  func isLong(upTo time: CMTime) -> Bool {
    guard format == .mp4 else { return false }
    return time - start.expected >= Self.longestPart
  }
  /// A few hundred kilobytes of index entries.
  private static let longestPart = CMTime(value: 120, timescale: 1)
}
