import CoreMedia
import PlayheadFFmpeg
import PlayheadNetworking

/// Puts what an internet radio announces at the time of the sound before which it stands. Belongs to the reader's thread.
struct RadioTitles {
  private let source: any ByteSource
  private let feed: TimedMetadataFeed
  /// Announcements that have their place.
  private var count = 0

  init(_ source: any ByteSource, _ feed: TimedMetadataFeed) {
    self.source = source
    self.feed = feed
  }

  /// The next packet was read.
  mutating func saw(_ packet: Packet) {
    guard let offset = packet.fileOffset, packet.presentationTime.isNumeric, let titles = source.transfer?.titles else {
      return
    }
    for title in titles where title.number >= count && title.offset <= offset + Int64(packet.byteCount) {
      count = title.number + 1
      feed.add(TimedMetadata(start: packet.presentationTime, tags: Self.tags(title)))
    }
  }

  /// Nothing where the last title is taken back.
  private static func tags(_ title: StreamTitle) -> [MediaTag] {
    [("StreamTitle", title.title), ("StreamUrl", title.address)].compactMap { key, text in
      text.map { MediaTag(.icy, key, .text($0)) }
    }
  }
}
