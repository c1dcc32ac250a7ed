import CoreMedia
import PlayheadFFmpeg
import PlayheadText

/// Makes cues of the packets of one track, in their order.
struct CaptionTrackDecoder {
  private enum Kind {
    case text(CuePacket.Codec, header: [UInt8])
  }

  private let kind: Kind

  /// nil for a track whose captions nothing here can read.
  init?(_ parameters: StreamParameters) {
    guard let codec = CuePacket.Codec(rawValue: parameters.track.codecName) else { return nil }
    kind = .text(codec, header: parameters.header)
  }

  /// For packets that no container holds.
  init(codec: CuePacket.Codec, header: [UInt8] = []) { kind = .text(codec, header: header) }

  static func canRead(_ track: TrackInfo) -> Bool {
    !track.isChapterList && CuePacket.Codec(rawValue: track.codecName) != nil
  }

  var format: CueDocument.Format {
    switch kind {
    case .text(let codec, _):
      switch codec {
      case .webVTT: .webVTT
      case .ass, .ssa: .ass
      case .subRip, .text, .movText: .subRip
      }
    }
  }

  /// Styles and sizes, where the track has them.
  var header: String? {
    switch kind {
    case .text(.ass, let header), .text(.ssa, let header): String(decoding: header.prefix { $0 != 0 }, as: UTF8.self)
    case .text: nil
    }
  }

  /// The cues of a packet: none for one that only fills the time between others. Each ends what is still open.
  mutating func cues(of packet: Packet) -> [Cue] {
    switch kind {
    case .text(let codec, let header):
      let start = packet.presentationTime
      let end = packet.duration > .zero ? start + packet.duration : .positiveInfinity
      guard var cue = CuePacket.cue(packet.bytes, codec: codec, header: header, start: start, end: end) else {
        return []
      }
      if codec == .webVTT {
        cue.identifier = String(decoding: packet.cueIdentifier, as: UTF8.self)
        cue.layout = CuePacket.layout(packet.cueSettings)
      }
      return [cue]
    }
  }
}
