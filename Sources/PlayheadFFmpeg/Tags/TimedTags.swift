import CoreMedia

/// Tags with a time on a stream's timeline.
package struct TimedTags: Sendable, Equatable {
  /// The time on the timeline of the stream.
  package var time: CMTime
  /// The tags in the order of the packet.
  package var tags: [MediaTag]

  /// Creates tags with a time.
  package init(time: CMTime, tags: [MediaTag]) {
    self.time = time
    self.tags = tags
  }

  /// The frames of an ID3 tag, which begins with its header, except the one that only declares the start time of packed
  /// audio (RFC 8216 §3.4).
  package static func id3(_ bytes: [UInt8]) -> [MediaTag] {
    ID3Tags.read(bytes).filter { $0.key != "PRIV" || $0.info != "com.apple.streaming.transportStreamTimestamp" }
  }
}
