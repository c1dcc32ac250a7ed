import CoreMedia

/// What a container says about itself, without decoding anything.
package struct MediaInfo: Sendable, Equatable {
  /// libavformat's name of the demuxer, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  package var containerName: String
  /// The length of the presentation; `.indefinite` where it has no known end.
  package var duration: CMTime
  /// Whether the times in the container jump, so that the duration is estimated by the amount of data.
  package var isDurationEstimated = false
  package var tracks: [TrackInfo]
  package var metadata: [String: String]
  package var chapters: [ChapterInfo]
  /// Whether another position than the present one can be read.
  package var isSeekable: Bool
  /// Whether the header promises a length: a container that ends before has been cut off.
  package var hasIndex: Bool
  /// Whether packets carry presentation times that can be relied upon: raw streams and AVI give none, or only decode times.
  package var hasPresentationTimes: Bool
  /// Where playing begins unless somebody wants otherwise: in a live stream not at its beginning.
  package var startTime = CMTime.zero
  /// What a stream's playlist offers beside what was opened.
  package var variants: [VariantInfo] = []
  /// Captions within pictures, as far as they are known. No container describes them: they are found by looking at pictures, unless a
  /// playlist names them.
  package var closedCaptions: [TrackInfo] = []
  /// Whether there are no others than those.
  package var namesClosedCaptions = false
  /// What playing does not need; nil where nobody has looked.
  package var details: MediaDetails?

  /// What is told of something that was put together of several containers.
  package init(containerName: String, duration: CMTime, tracks: [TrackInfo]) {
    self.init(
      containerName: containerName, duration: duration, tracks: tracks, metadata: [:], chapters: [], isSeekable: true,
      hasIndex: false, hasPresentationTimes: true)
  }

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

  /// The track that plays when nobody has chosen: enabled by the file first, then the better picture or more channels.
  package func preferredTrack(_ kind: TrackInfo.Kind) -> TrackInfo? {
    let candidates = tracks.filter { $0.kind == kind && !$0.isAttachedPicture && $0.isDecodable }
    return candidates.first { $0.isDefault } ?? candidates.first
  }

  package func track(at index: Int) -> TrackInfo? { tracks.first { $0.index == index } }

  /// Adds captions that were found within pictures. False where nothing is new, and where a track of their own has the same.
  @discardableResult
  package mutating func add(_ services: some Collection<ClosedCaptionService>) -> Bool {
    let known = Set(closedCaptions.map(\.index))
    let new = services.filter { !known.contains($0.trackIndex) }
    guard !new.isEmpty, !namesClosedCaptions, !tracks.contains(where: \.isClosedCaptions) else { return false }
    let range = CMTimeRange(start: .zero, duration: duration)
    closedCaptions += new.map { TrackInfo($0, timeRange: range) }
    closedCaptions.sort { $0.index < $1.index }
    return true
  }

  /// Whether the container says how long it is. The length of streams that only follow on each other is measured by their size
  /// and data rate.
  package var statesItsLength: Bool {
    let measured: Set<Substring> = [
      "mp3", "aac", "ac3", "eac3", "dts", "mpeg", "mpegts", "mpegvideo", "h264", "hevc", "amr",
    ]
    return measured.isDisjoint(with: containerName.split(separator: ","))
  }

  /// An MP4 file whose header was written before its samples were.
  package var isFragmented: Bool { containerName.hasPrefix("mov,") && !hasIndex }
}
