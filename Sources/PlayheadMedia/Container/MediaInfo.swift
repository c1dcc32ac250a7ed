import CoreMedia

/// The properties of a container, read without decoding.
package struct MediaInfo: Sendable, Equatable {
  /// libavformat's name of the demuxer, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  package var containerName: String
  /// The length of the presentation; `.indefinite` if it has no known end.
  package var duration: CMTime
  /// Whether the duration is estimated from the amount of data, because the times in the container jump.
  package var isDurationEstimated = false
  /// All streams of the container, decodable or not, in their order.
  package var tracks: [TrackInfo]
  /// Metadata with libavformat's key names.
  package var metadata: [String: String]
  /// The chapters in timeline order; empty if there are none.
  package var chapters: [ChapterInfo]
  /// Whether the source supports seeking.
  package var isSeekable: Bool
  /// Whether the header declares a length: a container that ends earlier was truncated.
  package var hasIndex: Bool
  /// Whether packets have reliable presentation times: raw streams and AVI have none, or only decode times.
  package var hasPresentationTimes: Bool
  /// The default start position: not zero for live streams.
  package var startTime = CMTime.zero
  /// The variants in the playlist of a stream.
  package var variants: [VariantInfo] = []
  /// The known captions embedded in video frames. Containers do not describe them: they are detected in the frames,
  /// unless a playlist declares them.
  package var closedCaptions: [TrackInfo] = []
  /// Whether `closedCaptions` is complete.
  package var declaresClosedCaptions = false
  /// The details that playback does not need; nil if they were not read.
  package var details: MediaDetails?

  /// Describes a presentation assembled from several containers.
  package init(containerName: String, duration: CMTime, tracks: [TrackInfo]) {
    self.init(
      containerName: containerName, duration: duration, tracks: tracks, metadata: [:], chapters: [], isSeekable: true,
      hasIndex: false, hasPresentationTimes: true)
  }

  /// Describes a container.
  package init(
    containerName: String, duration: CMTime, tracks: [TrackInfo], metadata: [String: String], chapters: [ChapterInfo],
    isSeekable: Bool, hasIndex: Bool, hasPresentationTimes: Bool, details: MediaDetails? = nil
  ) {
    self.containerName = containerName
    self.duration = duration
    self.tracks = tracks
    self.metadata = metadata
    self.chapters = chapters
    self.isSeekable = isSeekable
    self.hasIndex = hasIndex
    self.hasPresentationTimes = hasPresentationTimes
    self.details = details
  }

  /// The default track: enabled by the file first, then by resolution or number of channels.
  package func preferredTrack(_ kind: TrackInfo.Kind) -> TrackInfo? {
    let candidates = tracks.filter { $0.kind == kind && !$0.isAttachedPicture && $0.isDecodable }
    return candidates.first { $0.isDefault } ?? candidates.first
  }

  /// The track with a stream index.
  package func track(at index: Int) -> TrackInfo? { tracks.first { $0.index == index } }

  /// The range of a track: that of the container if it has none of its own, because Matroska declares one duration for
  /// all. Its end is not numeric if neither is known.
  package func timeRange(of track: TrackInfo) -> CMTimeRange {
    let own = track.timeRange
    let hasOwn = own.duration.isNumeric && own.duration > .zero
    return hasOwn ? own : CMTimeRange(start: .zero, duration: duration)
  }

  /// Adds captions detected in video frames. False if none are new; captions that a regular track contains are not
  /// added.
  @discardableResult
  package mutating func add(_ services: some Collection<ClosedCaptionService>) -> Bool {
    let known = Set(closedCaptions.map(\.index))
    let new = services.filter { !known.contains($0.trackIndex) }
    guard !new.isEmpty, !declaresClosedCaptions, !tracks.contains(where: \.isClosedCaptions) else { return false }
    let range = CMTimeRange(start: .zero, duration: duration)
    closedCaptions += new.map { TrackInfo($0, timeRange: range) }
    closedCaptions.sort { $0.index < $1.index }
    return true
  }

  /// Whether the container declares its length. The length of elementary streams is estimated by their size and data
  /// rate.
  package var declaresDuration: Bool {
    let measured: Set<Substring> = [
      "mp3", "aac", "ac3", "eac3", "dts", "mpeg", "mpegts", "mpegvideo", "h264", "hevc", "amr",
    ]
    return measured.isDisjoint(with: containerName.split(separator: ","))
  }

  /// Whether this is an MP4 file whose header was written before its samples.
  package var isFragmented: Bool { containerName.hasPrefix("mov,") && !hasIndex }
}
