import CoreMedia
import PlayheadFFmpeg

/// Takes the timed metadata of a container out of the packets that are read for pictures and sound. Belongs to the reader's thread.
struct MetadataIntake {
  private let tracks: [Int: TrackInfo]
  private let feed: TimedMetadataFeed
  private let isAtHand: Bool

  /// Packets of files may lie anywhere, and over a network each place has to be asked for: there metadata is read only where
  /// somebody listens.
  init(_ info: MediaInfo, of item: EngineItem) {
    let readable = info.tracks.filter(MetadataPacket.canRead)
    tracks = Dictionary(readable.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    feed = item.timedMetadata
    isAtHand = item.url.isFileURL
  }

  /// The tracks that are to be read.
  var indexes: Set<Int> { isAtHand || feed.hasListeners ? Set(tracks.keys) : [] }

  /// True for a packet of metadata.
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
