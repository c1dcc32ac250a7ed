import CoreMedia
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// Assigns the titles of an internet radio stream to the time of the audio that follows them. Belongs to the demuxer's
/// thread.
struct RadioTitles {
  /// The source whose transfer state lists the titles, each with its offset in the stream.
  private let source: any ByteSource
  /// The feed of the item.
  private let feed: TimedMetadataFeed
  /// The number of titles that have been assigned.
  private var count = 0

  /// Creates an assignment that has not seen any title.
  ///
  /// - Parameter source: The byte source of the stream; sources without titles are valid.
  init(_ source: any ByteSource, _ feed: TimedMetadataFeed) {
    self.source = source
    self.feed = feed
  }

  /// Assigns pending titles to a packet that was read. Packets without an offset in the stream or without a time are
  /// ignored.
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
