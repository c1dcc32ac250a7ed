import CoreMedia

/// Converts container packets to cues: their text has no times of its own.
package enum CuePacket {
  /// The supported codecs, with libavcodec's names.
  package enum Codec: String, Sendable, CaseIterable {
    /// SubRip text with its tags, without number and times.
    case subRip = "subrip"
    /// Plain text, which is parsed as SubRip.
    case text
    /// WebVTT cue text, as in Matroska and WebM.
    case webVTT = "webvtt"
    /// The fields of an ASS event without times, as in Matroska.
    case ass
    /// The fields of an SSA event without times, as in Matroska.
    case ssa
    /// 3GPP timed text, as in MP4 and QuickTime.
    case movText = "mov_text"
    /// WebVTT in MP4: all cues shown during the sample.
    case webVTTSample = "wvtt"
    /// Whole documents, each for the duration of its sample.
    case ttml
  }

  /// nil for a packet without text: MP4 fills the time between cues with these.
  package static func cue(_ bytes: [UInt8], codec: Codec, header: [UInt8], start: CMTime, end: CMTime) -> Cue? {
    guard start.isNumeric, end >= start else { return nil }
    switch codec {
    case .movText:
      return TimedTextSample(bytes)?.cue(start: start, end: end, description: TimedTextDescription(header))
    case .subRip, .text:
      let text = self.text(bytes)
      let read = SubRipText.read(text)
      var cue = Cue(start: start, end: end, source: text, runs: read.runs)
      cue.layout = read.layout
      return cue.text.isEmpty ? nil : cue
    case .webVTT:
      return WebVTTTrack(header: header).cue(bytes, identifier: [], settings: [], start: start, end: end)
    case .ttml, .webVTTSample: return nil
    case .ass, .ssa: return ASSParser.cue(packet: text(bytes), header: text(header), start: start, end: end)
    }
  }

  /// The cues of a packet that is a document: its times are relative to the start of the presentation (ISO/IEC
  /// 14496-30); parts outside of the packet's time range are cut.
  package static func documentCues(_ bytes: [UInt8], start: CMTime, end: CMTime) -> [Cue] {
    guard start.isNumeric, end > start else { return [] }
    return TTMLParser.parse(bytes).cues.compactMap { cue in
      var cue = cue
      cue.start = max(cue.start, start)
      cue.end = min(cue.end, end)
      return cue.end > cue.start ? cue : nil
    }
  }

  /// The text of a packet up to a null byte, with normalized line ends, and without whitespace at both ends.
  static func text(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    return TextLines.split(text).joined(separator: "\n").trimmingWhitespace()
  }
}
