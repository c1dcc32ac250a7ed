import CoreMedia
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadStreaming

/// Demuxes the parts of one rendition: one container at a time, placed on the rendition's timeline. Belongs to the
/// reader's thread.
///
///     segment ─► open ─► place ─► packets ─► close
final class PartDemuxer {
  private let context: StreamContext
  /// The kinds of packets it returns: video, audio or both.
  private let kinds: Set<TrackInfo.Kind>
  /// The bytes of the part.
  private let bytes: PartByteStream
  /// Where parts are placed, and the read position.
  private var timeline = RenditionTimeline()
  /// The part being read; nil between two parts.
  private(set) var part: StreamPart?

  /// Creates a demuxer of the segments of a fetcher. Reads nothing yet.
  init(_ fetcher: SegmentFetcher, kinds: Set<TrackInfo.Kind>, context: StreamContext) {
    self.context = context
    self.kinds = kinds
    bytes = PartByteStream(fetcher, context: context)
  }

  // MARK: Parts

  /// Opens the part that begins with the present segment of the fetcher, without placing it on the timeline yet.
  ///
  /// - Throws: `DemuxError` if it cannot be opened. `takeFailure` has the cause if its bytes could not be read.
  func open(_ segment: QueuedSegment) throws(DemuxError) {
    let beginning = try bytes.begin(segment)
    let number = segment.segment.discontinuitySequence
    timeline.begin(discontinuity: number)
    let options = PartOptions(
      formatName: beginning.format.demuxerName, sampleKey: try bytes.sampleKey(of: segment), look: .brief)
    let demuxer = try Self.demuxer(of: beginning.source, options)
    let made = try StreamPart(
      demuxer, format: beginning.format, kinds: kinds, tagTime: beginning.tagTime, discontinuity: number,
      expectedStart: timeline.expectedStart(discontinuity: number, playlist: segment.start, shared: context.origins))
    part = made
    bytes.opened(made)
  }

  /// A demuxer with brief probing, which shows the first frame sooner; if that finds no streams, the same bytes are
  /// probed again thoroughly.
  private static func demuxer(of source: any PartBytes, _ options: PartOptions) throws(DemuxError) -> Demuxer {
    let brief = try Demuxer(source: source, part: options)
    guard !brief.knowsStreams else {
      source.discardBeginning()
      return brief
    }
    var thorough = options
    thorough.look = .thorough
    return try Demuxer(source: source.fromBeginning(), part: thorough)
  }

  /// Places the part on the timeline.
  ///
  /// - Parameter tracks: The presentation's tracks that its streams belong to.
  func place(_ tracks: [TrackInfo.Kind: TrackInfo]) {
    guard let part else { return }
    part.place(origin: timeline.origin(of: part.start, shared: &context.origins), tracks: tracks)
  }

  /// Closes the part. The next one begins with another segment.
  func close() {
    closePart()
    bytes.end()
  }

  /// Notes a seek: closes the part, and forgets the read position.
  func restart() {
    closePart()
    timeline.restart()
    bytes.restart()
  }

  /// Notes that reading has stopped.
  func stop() { timeline.stop() }

  /// Releases the part.
  private func closePart() {
    part = nil
    bytes.closed()
  }

  // MARK: Packets

  /// The end time of the last packet read; nil after a seek.
  var readEnd: CMTime? { timeline.readEnd }

  /// Moves the read position behind a packet.
  func advance(past packet: Packet) {
    // Transport streams do not always specify the duration of a frame.
    let nominal = packet.parameters?.track.video?.minFrameDuration ?? .invalid
    let duration = packet.duration > .zero ? packet.duration : nominal.isNumeric ? nominal : .zero
    timeline.advance(to: packet.presentationTime + duration)
  }

  /// Delivers the tags found up to the last packet read.
  func deliverTags() {
    guard let part else { return }
    bytes.deliver(part.demuxer.takeTags())
  }

  /// Whether a packet's time follows neither from the previous packet nor from the playlist.
  func isDiscontinuity(_ packet: Packet) -> Bool { bytes.isDiscontinuity(packet) }

  /// Closes the part at a discontinuity that the playlist does not declare.
  ///
  /// - Returns: The segment that contains the packet; nil if it is not known any more.
  func closeAtDiscontinuity(_ packet: Packet) -> QueuedSegment? {
    let segment = bytes.segment(of: packet)
    closePart()
    return segment
  }

  /// Begins separate timestamp origins at a segment that is read again after `closeAtDiscontinuity`.
  func beginSeparateOrigins(at segment: QueuedSegment) {
    timeline.beginSeparateOrigins(discontinuity: segment.segment.discontinuitySequence)
  }

  // MARK: State

  /// Why the bytes of the part end early; nil while they do not.
  var failure: MediaError? { bytes.failure }
  /// Takes the cause of the early end; nil if there was none since.
  func takeFailure() -> MediaError? { bytes.takeFailure() }
  /// The size in bytes of the initialization section.
  var sectionSize: Int { bytes.sectionSize }
  /// Seconds of media from the read position to the live edge; infinity if the stream is not live.
  func secondsToEdge(of playlist: PlaylistTimeline?) -> Double { timeline.secondsToEdge(of: playlist) }
}
