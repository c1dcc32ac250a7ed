import CPlayheadFFmpeg

/// The options for opening a segment of a stream: its times remain the container's own until it is placed on the
/// timeline.
package struct PartOptions: Sendable {
  /// libavformat's name of the container; nil to detect it.
  package var formatName: String?
  /// The key of sample-level encryption (ISO/IEC 23001-7).
  package var sampleKey: [UInt8]?

  /// The depth of probing.
  package var look: ProbeDepth

  /// Creates options; by default the container is detected and probed thoroughly.
  package init(formatName: String? = nil, sampleKey: [UInt8]? = nil, look: ProbeDepth = .thorough) {
    self.formatName = formatName
    self.sampleKey = sampleKey
    self.look = look
  }

  /// The amount of data read to identify the streams of a container without a header. libavformat reads all of it even
  /// if less were sufficient: bytes that must be downloaded before the first frame is shown.
  package enum ProbeDepth: Sendable {
    /// A few frames. Sufficient for streams whose first packets declare everything; `Demuxer.knowsStreams` reports
    /// whether it was.
    case brief
    /// One second: enough to find every stream of a transport stream.
    case thorough

    /// libavformat's limit for the analysed media, in microseconds.
    var microseconds: Int64 { self == .brief ? 150_000 : 1_000_000 }
  }

  /// One second at 16 Mbit/s.
  static let probeBytes: Int64 = 2 << 20

  /// The options as a libavutil dictionary. Must be freed.
  var dictionary: OpaquePointer? {
    var dictionary: OpaquePointer?
    if let sampleKey {
      let digits: [UInt8] = Array("0123456789abcdef".utf8)
      let text = String(decoding: sampleKey.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
      av_dict_set(&dictionary, "decryption_key", text, 0)
    }
    return dictionary
  }
}
