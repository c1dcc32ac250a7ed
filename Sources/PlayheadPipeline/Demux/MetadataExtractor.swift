import CoreMedia
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// Extracts the timed metadata of a container from the packets that the demuxer reads. Belongs to the demuxer's thread.
struct MetadataExtractor {
  /// The tracks with readable metadata, by stream index.
  private let tracks: [Int: TrackInfo]
  /// The feed of the item, which removes duplicates.
  private let feed: TimedMetadataFeed
  /// Whether the item is a local file, where reading metadata costs no request.
  private let isLocal: Bool

  /// Reads metadata over a network only if it has listeners: metadata packets may be anywhere in a file, and each
  /// position costs a request.
  init(_ info: MediaInfo, of item: EngineItem) {
    let readable = info.tracks.filter(MetadataPacket.canRead)
    tracks = Dictionary(readable.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    feed = item.timedMetadata
    isLocal = item.url.isFileURL
  }

  /// The stream indexes of the tracks to read.
  var indexes: Set<Int> { isLocal || feed.hasListeners ? Set(tracks.keys) : [] }

  /// Takes a packet. Returns true if it belongs to a metadata track. Packets of such a track without tags or without a
  /// presentation time are dropped.
  func take(_ packet: Packet) -> Bool {
    guard let track = tracks[packet.streamIndex] else { return false }
    let tags = MetadataPacket.tags(of: packet, in: track)
    let start = packet.presentationTime
    guard !tags.isEmpty, start.isNumeric else { return true }
    let end = packet.duration > .zero ? start + packet.duration : nil
    feed.add(TimedMetadata(start: start, end: end, tags: tags, track: track.index))
    return true
  }
}
