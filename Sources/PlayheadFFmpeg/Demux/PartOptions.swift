import CPlayheadFFmpeg

/// How a part of a stream is opened: its times stay the container's own until it is put in its place.
package struct PartOptions: Sendable {
  /// libavformat's name of the container; nil: it finds out.
  package var formatName: String?
  /// For samples that are encrypted by themselves (ISO/IEC 23001-7).
  package var sampleKey: [UInt8]?

  package var look: Look

  package init(formatName: String? = nil, sampleKey: [UInt8]? = nil, look: Look = .thorough) {
    self.formatName = formatName
    self.sampleKey = sampleKey
    self.look = look
  }

  /// How much of a container without a header is read to learn what its streams are. libavformat takes all of it, even when it knows
  /// enough: bytes that have to be fetched before the first picture is shown.
  package enum Look: Sendable {
    /// A few pictures. Enough for streams that tell all in their first packets; `Demuxer.knowsStreams` says whether it was.
    case brief
    /// A second: enough to see every stream of a transport stream.
    case thorough

    var microseconds: Int64 { self == .brief ? 150_000 : 1_000_000 }
  }

  /// What a second has at 16 Mbit/s.
  static let probeBytes: Int64 = 2 << 20

  /// Must be freed.
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
