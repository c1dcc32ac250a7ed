import CoreMedia
import PlayheadFFmpeg
import PlayheadNetworking

/// Assigns the titles of an internet radio stream to the time of the audio that follows them. Belongs to the demuxer's
/// thread.
struct RadioTitles {
  private let source: any ByteSource
  private let feed: TimedMetadataFeed
  /// The number of titles that have been assigned.
  private var count = 0

  init(_ source: any ByteSource, _ feed: TimedMetadataFeed) {
    self.source = source
    self.feed = feed
  }

  /// Assigns pending titles to a packet that was read.
  mutating func saw(_ packet: Packet) {
    guard let offset = packet.fileOffset, packet.presentationTime.isNumeric, let titles = source.transfer?.titles else {
      return
    }
    for title in titles where title.number >= count && title.offset <= offset + Int64(packet.byteCount) {
      count = title.number + 1
      feed.add(TimedMetadata(start: packet.presentationTime, tags: Self.tags(title)))
    }
  }

  /// The tags of a title; empty if the stream withdraws the last title.
  private static func tags(_ title: StreamTitle) -> [MediaTag] {
    [("StreamTitle", title.title), ("StreamUrl", title.address)].compactMap { key, text in
      text.map { MediaTag(.icy, key, .text($0)) }
    }
  }
}
