import PlayheadMedia

extension TimedTags {
  /// The frames of an ID3 tag, which begins with its header, except the one that only declares the start time of packed
  /// audio (RFC 8216 §3.4).
  package static func id3(_ bytes: [UInt8]) -> [MediaTag] {
    ID3Tags.read(bytes).filter { $0.key != "PRIV" || $0.info != "com.apple.streaming.transportStreamTimestamp" }
  }
}
