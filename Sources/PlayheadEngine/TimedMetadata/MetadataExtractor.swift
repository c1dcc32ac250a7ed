import CoreMedia
import PlayheadFFmpeg

/// Extracts the timed metadata of a container from the packets that the demuxer reads. Belongs to the demuxer's thread.
struct MetadataExtractor {
  private let tracks: [Int: TrackInfo]
  private let feed: TimedMetadataFeed
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

  /// Takes a packet. Returns true if it belongs to a metadata track.
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
