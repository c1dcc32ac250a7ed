import CoreMedia
import PlayheadCaptionTracks
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// Extracts captions and timed metadata from the packets read for playback, and delivers them to the item.
///
/// Four kinds of tracks are read along with video and audio: a caption track of a source that can be read only once,
/// closed captions in video packets, timed metadata, and the WebVTT rendition of a stream. Belongs to the reader
/// thread.
final class AncillaryTrackExtractor {
  /// The item to which captions and metadata are delivered.
  private let item: EngineItem
  /// Extracts captions from the selected caption track; nil while that is read elsewhere or none is selected.
  private var captions: CaptionExtractor?
  /// Extracts closed captions from video packets; nil for codecs that carry none.
  private var closedCaptions: ClosedCaptionExtractor?
  /// Extracts timed metadata from its tracks; nil before the source is open.
  private var metadata: MetadataExtractor?
  /// The WebVTT rendition that is read along; only of streams.
  private var text: StreamText

  /// Creates an extractor with no track selected.
  init(_ item: EngineItem) {
    self.item = item
    text = StreamText(item)
  }

  /// Selects the metadata tracks of a source that has been opened.
  func begin(_ info: MediaInfo) { metadata = MetadataExtractor(info, of: item) }

  /// Selects the video track in whose packets closed captions are searched; nil: none. The services found in the same
  /// video track remain known when captions are selected.
  func selectVideo(_ track: Int?, _ source: any PacketSource) {
    guard closedCaptions?.track != track else { return }
    closedCaptions = track.flatMap { ClosedCaptionExtractor(source.parameters(ofTrack: $0), into: item.captions) }
  }

  /// Selects the caption track or the closed captions to decode; nil: none.
  func selectCaptions(_ track: Int?, _ source: any PacketSource) {
    captions = nil
    let service = track.flatMap { ClosedCaptionService(trackIndex: $0) }
    closedCaptions?.choose(service)
    if service == nil, let track, let parameters = source.parameters(ofTrack: track) {
      captions = CaptionExtractor(parameters, into: item.captions)
    }
  }

  /// Selects the text track to read along from a time on; nil: none. `others`: the video and audio tracks.
  ///
  /// - Throws: `MediaError` if the source cannot read the track from there.
  func selectText(
    _ track: Int?, from time: CMTime, _ source: any PacketSource, others: Set<Int>
  ) throws(MediaError) {
    try text.select(track, from: time, source, others: others)
  }

  /// The tracks to read: those of captions, text, and metadata.
  var tracks: Set<Int> {
    Set([captions?.track, text.track].compactMap { $0 }).union(metadata?.indexes ?? [])
  }

  /// Whether a caption track is read along.
  var readsCaptions: Bool { captions != nil }
  /// Whether metadata tracks are read. A metadata output that is added later changes it.
  var readsMetadata: Bool { metadata?.indexes.isEmpty == false }

  /// Takes a packet. Returns true if it belongs to one of the tracks; closed captions are not a track of their own.
  func take(_ packet: Packet) -> Bool {
    if packet.streamIndex == text.track {
      text.take(packet)
      return true
    }
    return captions?.take(packet) == true || metadata?.take(packet) == true
  }

  /// Takes the packets of the text track that are due, so that text is also read while the other tracks are not.
  func takeText(from source: any PacketSource) {
    while text.track != nil, let packet = source.takeText() { text.take(packet) }
  }

  /// Collects the closed captions of a packet. Returns all services found if there is a new one among them.
  func takeClosedCaptions(of packet: Packet) -> Set<ClosedCaptionService>? { closedCaptions?.take(packet) }

  /// Records that packets continue from another position.
  func noteDiscontinuity() { closedCaptions?.jump() }
}
