import CoreMedia
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadStreaming
import PlayheadText

/// A cue of a segment of text, on the presentation's timeline. Segments repeat a cue that lasts longer than one of them.
struct TextCue {
  var start: CMTime
  var end: CMTime
  var identifier: String
  var settings: String
  var text: String
  /// The regions and style sheets of its segment.
  var header = TextHeader()

  /// Identifies a cue that several segments repeat: each of them has a header of its own.
  struct Identity: Hashable {
    let start: CMTime
    let end: CMTime
    let identifier: String
    let settings: String
    let text: String
  }
  var identity: Identity {
    Identity(start: start, end: end, identifier: identifier, settings: settings, text: text)
  }

  /// Where the times of one segment lie.
  struct Placing {
    /// Which time of the media lies at zero; nil where nobody can tell.
    var origin: CMTime?
    /// When the playlist says that the segment begins: tells which turn of 33 bits is meant.
    var expected: CMTime
  }

  /// The cues of one segment that are ever shown. Without a map their times are the presentation's own, as players take them (RFC 8216 §3.5 wants them
  /// to be those of the media).
  static func cues(_ document: CueDocument, _ placing: Placing, header: TextHeader = TextHeader()) -> [TextCue] {
    var shift = CMTime.zero
    if let map = document.timestampMap, let origin = placing.origin {
      let mapped = CMTime(value: map.mpeg, timescale: 90_000) - map.local - origin
      let first = document.cues.first?.start ?? map.local
      shift = mapped - turns(from: first + mapped, to: placing.expected)
    }
    return document.cues.filter { $0.start.isNumeric && $0.end > $0.start }.map { cue in
      TextCue(
        start: cue.start + shift, end: cue.end.isNumeric ? cue.end + shift : .positiveInfinity,
        identifier: cue.identifier, settings: cue.settings, text: cue.source, header: header)
    }
  }

  /// Whole turns of 33 bits that lie between two times.
  private static func turns(from time: CMTime, to expected: CMTime) -> CMTime {
    let period = TimestampOrigins.period
    let count = ((time - expected).seconds / period.seconds).rounded()
    return count.isFinite && abs(count) < 1e6 ? CMTimeMultiply(period, multiplier: Int32(saturating: count)) : .zero
  }

  /// As a container would hold it.
  func packet(track: Int) -> Packet? {
    Packet(
      text: Array(text.utf8), identifier: Array(identifier.utf8), settings: Array(settings.utf8), streamIndex: track,
      header: header.bytes, start: start, duration: end.isNumeric ? end - start : .zero)
  }
}

/// What a WebVTT file says before its first cue, without the lines of its first block, which differ from segment to segment
/// (`X-TIMESTAMP-MAP`). Empty where that is nothing.
struct TextHeader: Hashable {
  private(set) var bytes: [UInt8] = []

  init() {}

  init(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    let front = lines.prefix { !$0.contains("-->") }.drop { !$0.isEmpty }
    guard front.contains(where: { $0.hasPrefix("STYLE") || $0.hasPrefix("REGION") }) else { return }
    bytes = Array((["WEBVTT"] + front).joined(separator: "\n").utf8)
  }
}
