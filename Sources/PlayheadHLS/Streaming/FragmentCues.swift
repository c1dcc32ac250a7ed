import CoreMedia
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadStreaming
import PlayheadText

/// Parses the cues of a text segment in MP4 (ISO/IEC 14496-30): WebVTT (`wvtt`), where each sample holds the cues that
/// are visible for its duration, or TTML (`stpp`), where each sample is a document with its own times.
enum FragmentCues {
  /// Returns the cues of one segment.
  ///
  /// - Parameters:
  ///   - bytes: The initialization section followed by the segment.
  ///   - until: The end of the segment according to its playlist.
  static func read(_ bytes: [UInt8], _ placing: TextCue.Placing, until: CMTime) throws(DemuxError) -> [TextCue] {
    var demuxer = try Demuxer(source: WholePartSource(bytes), part: PartOptions(formatName: "mp4"))
    let tracks = Set(demuxer.info.tracks.filter { $0.kind == .text || $0.kind == .metadata }.map(\.index))
    let header = TextHeader(configuration(bytes))
    var cues: [TextCue] = []
    var first: CMTime?
    // Samples are contiguous and libavformat reports no duration: a sample ends where the next one starts.
    var pending: (cues: [WebVTTSample.Cue], start: CMTime)?
    while let packet = try demuxer.readPacket() {
      guard tracks.contains(packet.streamIndex), packet.presentationTime.isNumeric else { continue }
      let begin = first ?? packet.presentationTime
      first = begin
      // Without a known timestamp origin, the segment is placed at its start in the playlist.
      let shift = placing.origin.map { .zero - $0 } ?? placing.expected - begin
      let sample = packet.bytes
      if WebVTTSample.isSample(sample) {
        let start = packet.presentationTime + shift
        if let pending { add(pending.cues, from: pending.start, to: start, &cues) }
        pending = (WebVTTSample.cues(sample), start)
      } else {
        cues += document(sample, shift)
      }
    }
    if let pending { add(pending.cues, from: pending.start, to: max(pending.start, until), &cues) }
    return cues.map { cue in
      var cue = cue
      cue.header = header
      return cue
    }
  }

  /// The text of the box `vttC` (ISO/IEC 14496-30 §7.5): the WebVTT file header before the first cue. Empty without
  /// one.
  private static func configuration(_ bytes: [UInt8]) -> String {
    let name = Array("vttC".utf8)
    let end = min(bytes.count, sampleDescriptionLimit) - name.count
    guard end > 4, let place = (4..<end).first(where: { bytes[$0..<$0 + name.count].elementsEqual(name) }) else {
      return ""
    }
    let size = bytes[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
    guard size > 8, size <= bytes.count - (place - 4) else { return "" }
    return String(decoding: bytes[place + 4..<place - 4 + size], as: UTF8.self)
  }
  /// The initialization section comes first and is small.
  private static let sampleDescriptionLimit = 64 << 10

  /// Appends the cues of one sample, all with the same time range.
  private static func add(_ new: [WebVTTSample.Cue], from start: CMTime, to end: CMTime, _ cues: inout [TextCue]) {
    for cue in new { add(cue, CMTimeRange(start: start, end: end), to: &cues) }
  }

  /// Appends a cue, or extends the one that continues from the previous sample.
  ///
  /// Two cues are the same if their text, identifier, and settings are equal.
  private static func add(_ cue: WebVTTSample.Cue, _ range: CMTimeRange, to cues: inout [TextCue]) {
    let before = cues.lastIndex { known in
      known.end == range.start && known.text == cue.text && known.identifier == cue.identifier
        && known.settings == cue.settings
    }
    if let before {
      cues[before].end = range.end
    } else {
      cues.append(
        TextCue(
          start: range.start, end: range.end, identifier: cue.identifier, settings: cue.settings, text: cue.text))
    }
  }

  /// The cues of a TTML document, whose times are relative to its track.
  private static func document(_ bytes: [UInt8], _ shift: CMTime) -> [TextCue] {
    TTMLParser.parse(bytes).cues.filter { $0.start.isNumeric }.map { cue in
      TextCue(
        start: cue.start + shift, end: cue.end.isNumeric ? cue.end + shift : .positiveInfinity,
        identifier: cue.identifier, settings: settings(cue), text: WebVTTText.written(cue.runs))
    }
  }

  /// The WebVTT settings of a TTML cue. Most documents place text at the top or at the bottom; the bottom is WebVTT's
  /// default.
  private static func settings(_ cue: Cue) -> String {
    if case .percent(let line) = cue.layout.line, line < 50 { return "line:\(Int(saturating: line.rounded()))%" }
    return ""
  }
}
