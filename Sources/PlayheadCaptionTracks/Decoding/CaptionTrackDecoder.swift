import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadText

/// Converts the packets of one track to cues, in order.
package struct CaptionTrackDecoder {
  /// How the packets of the track are decoded.
  private enum Kind {
    /// Text in one of the codecs, with the track's header: styles, or a WebVTT file header.
    case text(CuePacket.Codec, header: [UInt8])
    /// Bitmaps, decoded by libavcodec.
    case bitmaps(ImageDecoder)
    /// Byte pairs, in a track of their own or within the video.
    case closed(ClosedCaptionDecoder)
  }

  /// A decoder of closed captions is a value, which each packet replaces.
  private var kind: Kind
  /// The styles and regions of the track's own header. Without effect for other formats.
  private let webVTT: WebVTTTrack
  /// The newest header in the packets of a stream, and all regions declared so far.
  private var streamed: (header: [UInt8], track: WebVTTTrack)?
  /// At most `regionLimit`, the newest last.
  private var streamedRegions: [CueRegion] = []

  /// Owns libavcodec's subtitle decoder. Copies of the enclosing structure are never used concurrently.
  private final class ImageDecoder {
    /// Used by one thread at a time.
    var decoder: SubtitleDecoder
    /// Opens the decoder for a track's codec and header.
    ///
    /// - Throws: An error of libavcodec.
    init(_ parameters: StreamParameters) throws(FFmpegError) { decoder = try SubtitleDecoder(parameters) }
  }

  /// Returns nil for a track whose captions cannot be decoded. A video track is decoded for its closed captions.
  ///
  /// - Parameter service: The captions to decode where the packets carry several services. Ignored for other tracks.
  package init?(_ parameters: StreamParameters, service: ClosedCaptionService = .line21(1)) {
    guard let kind = Self.kind(parameters, service) else { return nil }
    self.kind = kind
    switch kind {
    case .text(.webVTT, let header): webVTT = WebVTTTrack(header: header)
    // Times within a cue are track times.
    case .text(.webVTTSample, let header): webVTT = WebVTTTrack(header: header, hasRelativeTimes: false)
    default: webVTT = WebVTTTrack(header: [])
    }
  }

  /// Selects the decoder by libavcodec's name of the codec; nil if there is none.
  private static func kind(_ parameters: StreamParameters, _ service: ClosedCaptionService) -> Kind? {
    let name = parameters.track.codecName
    if let codec = CuePacket.Codec(rawValue: name) { return .text(codec, header: parameters.header) }
    if SubtitleDecoder.codecs.contains(name) { return (try? ImageDecoder(parameters)).map { .bitmaps($0) } }
    if name == "eia_608" { return .closed(ClosedCaptionDecoder(nil, service: service)) }
    return ClosedCaptionBytes(parameters).map { .closed(ClosedCaptionDecoder($0, service: service)) }
  }

  /// Creates a decoder for packets without a container.
  ///
  /// - Parameter header: The header of a WebVTT or ASS file; empty for none.
  package init(codec: CuePacket.Codec, header: [UInt8] = []) {
    kind = .text(codec, header: header)
    webVTT = WebVTTTrack(header: codec == .webVTT ? header : [])
  }

  /// Whether the captions of a track can be decoded. Chapter lists are text tracks, too, but no captions.
  package static func canRead(_ track: TrackInfo) -> Bool {
    guard track.kind == .text, !track.isChapterList else { return false }
    return CuePacket.Codec(rawValue: track.codecName) != nil || SubtitleDecoder.codecs.contains(track.codecName)
      || track.codecName == "eia_608"
  }

  /// The format of the decoded cues.
  package var format: CueDocument.Format {
    switch kind {
    case .text(let codec, _):
      switch codec {
      case .webVTT, .webVTTSample: .webVTT
      case .ass, .ssa: .ass
      case .ttml: .ttml
      case .subRip, .text, .movText: .subRip
      }
    case .bitmaps: .bitmaps
    case .closed(let captions): captions.format
    }
  }

  /// The styles and sizes of the track, if it has any.
  package var header: String? {
    switch kind {
    case .text(.ass, let header), .text(.ssa, let header): String(decoding: header.prefix { $0 != 0 }, as: UTF8.self)
    default: nil
    }
  }

  /// The regions for the track's cues, besides the whole frame.
  package var regions: [CueRegion] { webVTT.regions + streamedRegions }

  /// Whether each caption, and each empty packet, ends all open cues.
  package var endsOpenCues: Bool { if case .closed = kind { false } else { true } }

  /// Whether a cue that spans several packets is repeated in each of them.
  package var repeatsCues: Bool { if case .text(.webVTTSample, _) = kind { true } else { false } }

  /// Whether a packet's cues depend on those before it.
  package var isStateful: Bool { if case .closed = kind { true } else { false } }

  /// The cues of a packet; none for a packet that only fills a gap. Packets have to be in decode order.
  package mutating func cues(of packet: Packet) -> [Cue] {
    switch kind {
    case .text(let codec, let header): return text(packet, codec, header)
    case .bitmaps(let images):
      guard let caption = images.decoder.decode(packet), !caption.bitmaps.isEmpty, caption.end > caption.start else {
        return []
      }
      return [Self.cue(caption)]
    case .closed(var captions):
      let cues = captions.cues(of: packet)
      kind = .closed(captions)
      return cues
    }
  }

  /// Whether a packet has text, so that it should yield a cue. Packets that only fill a gap have none.
  package func holdsText(_ packet: Packet) -> Bool {
    guard case .text(let codec, _) = kind else { return false }
    switch codec {
    case .ass, .ssa:
      // Eight fields precede the text; text that starts with a brace may consist of tags only.
      let fields = packet.bytes.split(separator: 0x2C, maxSplits: 8, omittingEmptySubsequences: false)
      return fields.count == 9 ? fields[8].first.map { $0 > 0x20 && $0 != 0x7B } ?? false : !packet.bytes.isEmpty
    // The first two bytes are its length.
    case .movText: return packet.bytes.prefix(2).contains { $0 != 0 }
    case .webVTTSample: return !WebVTTSample.isSample(packet.bytes) && packet.bytes.contains { $0 > 0x20 }
    case .ttml: return !TTMLParser.isTTML(packet.bytes) && packet.bytes.contains { $0 > 0x20 }
    case .webVTT, .subRip, .text: return packet.bytes.contains { $0 > 0x20 }
    }
  }

  /// The visible cues whose end is not known yet; nil if unchanged, and for formats with explicit ends.
  package mutating func takeOpen() -> [Cue]? {
    guard case .closed(var captions) = kind else { return nil }
    let cues = captions.takeOpen()
    kind = .closed(captions)
    return cues
  }

  /// Ends decoding. Returns the cues that are visible at the end of the track.
  package mutating func finish() -> [Cue] {
    guard case .closed(var captions) = kind else { return [] }
    let cues = captions.finish()
    kind = .closed(captions)
    return cues
  }

  /// Resets the state after a seek.
  package mutating func reset() {
    if case .bitmaps(let images) = kind { images.decoder.flush() }
    if case .closed(var captions) = kind {
      captions.reset()
      kind = .closed(captions)
    }
  }

  /// The styles and regions for a packet: those of its own header if it has one, otherwise those of the track.
  private mutating func track(of packet: Packet) -> WebVTTTrack {
    guard !packet.textHeader.isEmpty else { return webVTT }
    if let streamed, streamed.header == packet.textHeader { return streamed.track }
    let track = WebVTTTrack(header: packet.textHeader, hasRelativeTimes: false)
    streamed = (packet.textHeader, track)
    // The newest region of a name applies; the limit guards against unbounded growth.
    let names = Set(track.regions.map(\.identifier))
    streamedRegions = (streamedRegions.filter { !names.contains($0.identifier) } + track.regions).suffix(
      Self.regionLimit)
    return track
  }
  /// The number of regions that are retained of a stream.
  private static let regionLimit = 64

  /// The cues of a packet in a text codec. A packet without a duration yields a cue without an end.
  private mutating func text(_ packet: Packet, _ codec: CuePacket.Codec, _ header: [UInt8]) -> [Cue] {
    let start = packet.presentationTime
    let end = packet.duration > .zero ? start + packet.duration : .positiveInfinity
    if codec == .ttml { return CuePacket.documentCues(packet.bytes, start: start, end: end) }
    if codec == .webVTTSample {
      return WebVTTSample.cues(packet.bytes).compactMap { cue in
        webVTT.cue(
          Array(cue.text.utf8), identifier: Array(cue.identifier.utf8), settings: Array(cue.settings.utf8),
          start: start,
          end: end)
      }
    }
    let cue =
      codec == .webVTT
      ? track(of: packet).cue(
        packet.bytes, identifier: packet.cueIdentifier, settings: packet.cueSettings, start: start, end: end)
      : CuePacket.cue(packet.bytes, codec: codec, header: header, start: start, end: end)
    return cue.map { [$0] } ?? []
  }

  /// A cue that consists of bitmaps. Positions and sizes are in pixels of the caption's canvas.
  private static func cue(_ caption: SubtitleDecoder.Caption) -> Cue {
    var cue = Cue(start: caption.start, end: caption.end, source: "", runs: [])
    cue.bitmaps = caption.bitmaps.compactMap {
      CueBitmap(
        x: $0.x, y: $0.y, width: $0.width, height: $0.height, canvasWidth: caption.canvasWidth,
        canvasHeight: caption.canvasHeight, pixels: $0.pixels)
    }
    return cue
  }
}
