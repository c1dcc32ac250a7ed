import CPlayheadFFmpeg

/// How a part of a stream is opened: its times stay the container's own until it is put in its place.
package struct PartOptions: Sendable {
  /// libavformat's name of the container; nil: it finds out.
  package var formatName: String?
  /// For samples that are encrypted by themselves (ISO/IEC 23001-7).
  package var sampleKey: [UInt8]?

  package init(formatName: String? = nil, sampleKey: [UInt8]? = nil) {
    self.formatName = formatName
    self.sampleKey = sampleKey
  }

  /// Enough of a transport stream to see every stream in it: a second, or what a second has at 16 Mbit/s. The usual five seconds
  /// would be fetched before the first picture is shown.
  static let analyzedMicroseconds: Int64 = 1_000_000
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
