/// The container format of a segment, detected from its first bytes.
package enum SegmentFormat: Sendable, Equatable {
  /// An MPEG-2 transport stream: the sync byte is at the start of the first two packets.
  case transportStream
  /// Fragmented MP4 (CMAF), with or without an initialization section.
  case mp4
  /// Packed audio: `aac`, `mp3`, `ac3`, `eac3`.
  case packedAudio(String)
  /// Subtitles, with or without a byte order mark.
  case webVTT
  /// None of the formats of RFC 8216 §3; libavformat then detects the format.
  case unknown

  /// The number of bytes that detection needs.
  package static let probeLength = 189

  /// Detects the format. Fewer than `probeLength` bytes are permitted, but increase the risk of false detection.
  package init(_ bytes: [UInt8]) {
    if bytes.count > 188 ? bytes[0] == 0x47 && bytes[188] == 0x47 : bytes.first == 0x47 {
      self = .transportStream
    } else if bytes.count >= 8, Self.boxes.contains(String(decoding: bytes[4..<8], as: UTF8.self)) {
      self = .mp4
    } else if bytes.starts(with: Array("WEBVTT".utf8)) || bytes.starts(with: Array("\u{FEFF}WEBVTT".utf8)) {
      self = .webVTT
    } else {
      self = Self.packedAudio(bytes).map { .packedAudio($0) } ?? .unknown
    }
  }

  /// The types of boxes that a segment may begin with.
  private static let boxes: Set<String> = [
    "ftyp", "styp", "moov", "moof", "sidx", "emsg", "prft", "mdat", "free", "skip",
  ]

  /// Detects packed audio by its sync word, without the ID3 tag before it (`PackedAudioTag`).
  ///
  /// - Returns: libavformat's name of the demuxer; nil for other content.
  private static func packedAudio(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 6 else { return nil }
    // ISO/IEC 13818-7 §6.2: twelve ones and layer 0; ISO/IEC 11172-3 §2.4.2.3: eleven ones and another layer.
    if bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 { return "aac" }
    if bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0, bytes[1] & 0x06 != 0 { return "mp3" }
    // ETSI TS 102 366 §4.3.1, and §E.1.3.1.6: distinguished by the version.
    if bytes[0] == 0x0B, bytes[1] == 0x77 { return bytes[5] >> 3 > 10 ? "eac3" : "ac3" }
    return nil
  }

  /// libavformat's name of the demuxer.
  package var demuxerName: String? {
    switch self {
    case .transportStream: "mpegts"
    case .mp4: "mov"
    case .packedAudio(let name): name
    case .webVTT: "webvtt"
    case .unknown: nil
    }
  }

  /// Whether its timestamps have 33 bits and wrap around.
  package var hasWrappingTimes: Bool {
    switch self {
    case .transportStream, .packedAudio: true
    case .mp4, .webVTT, .unknown: false
    }
  }
}
