import CoreMedia
import PlayheadCaptionTracks
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadText

/// The position of a caption reader in its container, and what it has read.
struct CaptionReadState {
  /// The times whose captions have been delivered.
  private(set) var coverage = CaptionCoverage()
  /// The track that is read; for closed captions, the video track that carries them.
  private let track: TrackInfo
  /// A track with frequent packets that shows the progress of reading; nil if captions are found without reading the
  /// data between them.
  private let pace: Int?
  /// Whether captions visible at a time may be stored long before it.
  private let isStateful: Bool
  /// Reset by each seek of the demuxer.
  private var decoder: CaptionTrackDecoder
  /// The end of what this run has read; nil before the first packet.
  private var reached: CMTime?

  /// Creates the state of a reader that has read nothing.
  ///
  /// - Parameter info: The container, whose kind determines how captions are found.
  init(track: TrackInfo, info: MediaInfo, decoder: CaptionTrackDecoder) {
    self.track = track
    self.decoder = decoder
    let isIndexed = info.containerName.hasPrefix("mov,")
    pace = isIndexed ? nil : (info.preferredTrack(.video) ?? info.preferredTrack(.audio))?.index
    // Closed captions on the screen were transmitted earlier.
    isStateful = pace != nil || decoder.isStateful
  }

  /// Selects the streams that the reader needs.
  func select(in demuxer: inout Demuxer) { demuxer.setActiveStreams(Set([track.index, pace].compactMap { $0 })) }

  /// The captions of a packet.
  struct StepOutput {
    /// Finished cues, or cues that the next packet of the track may end.
    var cues: [Cue]
    /// The end of all cues without an end of their own.
    var end: CMTime?
    /// All visible cues whose end is not known yet; nil if unchanged.
    var open: [Cue]?
  }

  /// Reads one packet after `position`, seeking first if necessary.
  ///
  /// - Parameters:
  ///   - position: The position from which captions are needed.
  ///   - lookBack: How far before it reading starts, to find cues that are visible there.
  ///   - take: Called at most once, before the coverage is extended.
  /// - Throws: The demuxer's error. What was read before remains valid.
  mutating func step(
    from position: CMTime, lookBack: CMTime, _ demuxer: inout Demuxer, take: (StepOutput) -> Void
  ) throws(DemuxError) {
    let position = max(.zero, position)
    let end = coverage.end(from: position) ?? position
    // The reader is already near: the next packets are the needed ones, or a little before them.
    let isAhead = reached.map { $0 <= end && end - $0 < lookBack } ?? false
    if !isAhead { try go(to: end, lookBack: isStateful ? lookBack : .zero, &demuxer) }
    guard let packet = try demuxer.readPacket() else {
      take(StepOutput(cues: decoder.finish()))
      coverage.add(from: min(reached ?? end, end), to: .positiveInfinity)
      reached = .positiveInfinity
      return
    }
    let time = packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime
    if packet.streamIndex == track.index {
      let ends = decoder.endsOpenCues && packet.presentationTime.isNumeric
      let cues = decoder.cues(of: packet)
      take(StepOutput(cues: cues, end: ends ? packet.presentationTime : nil, open: decoder.takeOpen()))
    }
    guard time.isNumeric, packet.streamIndex == (pace ?? track.index) else { return }
    let start = reached ?? time
    if time > start { coverage.add(from: start, to: time) }
    reached = max(start, time)
    // A container without captions before the position has been searched up to it.
    if pace == nil, time > end { coverage.add(from: end, to: time) }
  }

  /// Seeks to `lookBack` before a time and begins a new run of reading.
  private mutating func go(to time: CMTime, lookBack: CMTime, _ demuxer: inout Demuxer) throws(DemuxError) {
    let target = max(.zero, time - lookBack)
    try demuxer.seek(to: target, stream: pace ?? track.index)
    decoder.reset()
    reached = target
  }
}
