import CoreMedia
import PlayheadFFmpeg
import PlayheadText

/// Where a reader of captions stands in its container, and what it has read.
struct CaptionReading {
  private(set) var coverage = CaptionCoverage()
  private let track: TrackInfo
  /// A track whose packets come often, by which it is seen how far reading has come; nil where captions are found without reading
  /// what lies between them.
  private let pace: Int?
  /// Whether what is to be read at a time may have come long before it.
  private let hasMemory: Bool
  private var decoder: CaptionTrackDecoder
  /// Up to where this run has read; nil before the first.
  private var reached: CMTime?

  init(track: TrackInfo, info: MediaInfo, decoder: CaptionTrackDecoder) {
    self.track = track
    self.decoder = decoder
    let isIndexed = info.containerName.hasPrefix("mov,")
    pace = isIndexed ? nil : (info.preferredTrack(.video) ?? info.preferredTrack(.audio))?.index
    // What is on a television's screen was written there before.
    hasMemory = pace != nil || decoder.hasMemory
  }

  func select(in demuxer: inout Demuxer) { demuxer.setActiveStreams(Set([track.index, pace].compactMap { $0 })) }

  /// What a packet brings.
  struct Taken {
    var cues: [Cue]
    /// When all that stands without an end of its own is over.
    var end: CMTime?
    /// All that stands with an end that is not known yet; nil where that has not changed.
    var open: [Cue]?
  }

  /// Reads one packet that follows `position`, or goes there first.
  mutating func step(
    from position: CMTime, lookBack: CMTime, _ demuxer: inout Demuxer, take: (Taken) -> Void
  ) throws(DemuxError) {
    let position = max(.zero, position)
    let end = coverage.end(from: position) ?? position
    // What comes next in the container is what is wanted next, or lies a little before it.
    let isOnTheWay = reached.map { $0 <= end && end - $0 < lookBack } ?? false
    if !isOnTheWay { try go(to: end, lookBack: hasMemory ? lookBack : .zero, &demuxer) }
    guard let packet = try demuxer.readPacket() else {
      take(Taken(cues: decoder.finish()))
      coverage.add(from: min(reached ?? end, end), to: .positiveInfinity)
      reached = .positiveInfinity
      return
    }
    let time = packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime
    if packet.streamIndex == track.index {
      let ends = decoder.endsOpenCues && packet.presentationTime.isNumeric
      let cues = decoder.cues(of: packet)
      take(Taken(cues: cues, end: ends ? packet.presentationTime : nil, open: decoder.takeOpen()))
    }
    guard time.isNumeric, packet.streamIndex == (pace ?? track.index) else { return }
    let start = reached ?? time
    if time > start { coverage.add(from: start, to: time) }
    reached = max(start, time)
    // A container that has nothing before the position has been looked through up to it.
    if pace == nil, time > end { coverage.add(from: end, to: time) }
  }

  private mutating func go(to time: CMTime, lookBack: CMTime, _ demuxer: inout Demuxer) throws(DemuxError) {
    let wanted = max(.zero, time - lookBack)
    try demuxer.seek(to: wanted, stream: pace ?? track.index)
    decoder.reset()
    reached = wanted
  }
}
