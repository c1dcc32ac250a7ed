import CoreMedia

/// Tags that belong to a time of a stream.
package struct TimedTags: Sendable, Equatable {
  package var time: CMTime
  package var tags: [MediaTag]

  package init(time: CMTime, tags: [MediaTag]) {
    self.time = time
    self.tags = tags
  }

  /// The frames of an ID3 tag, which begins with its header, but for the one that only says when packed sound begins
  /// (RFC 8216 §3.4).
  package static func id3(_ bytes: [UInt8]) -> [MediaTag] {
    ID3Tags.read(bytes).filter { $0.key != "PRIV" || $0.info != "com.apple.streaming.transportStreamTimestamp" }
  }
}
