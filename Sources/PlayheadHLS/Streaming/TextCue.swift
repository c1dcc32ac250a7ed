import CoreMedia
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadStreaming
import PlayheadText

/// A cue of a text segment on the presentation's timeline. Segments repeat a cue that is longer than one of them.
struct TextCue {
  /// On the presentation's timeline.
  var start: CMTime
  /// On the presentation's timeline; positive infinity if the cue has no end.
  var end: CMTime
  /// The cue's identifier; empty if it has none.
  var identifier: String
  /// The WebVTT settings after the times; empty if there are none.
  var settings: String
  /// The payload with its WebVTT markup.
  var text: String
  /// The regions and style sheets of its segment.
  var header = TextHeader()

  /// Identifies a cue that several segments repeat, each with its own header.
  struct Identity: Hashable {
    let start: CMTime
    let end: CMTime
    let identifier: String
    let settings: String
    let text: String
  }
  /// The properties by which a repeated cue is recognised.
  var identity: Identity {
    Identity(start: start, end: end, identifier: identifier, settings: settings, text: text)
  }

  /// The placement of one segment on the timeline.
  struct Placing {
    /// The media timestamp of the presentation's time zero; nil if unknown.
    var origin: CMTime?
    /// The start of the segment in the playlist, which resolves the 33-bit wraparound.
    var expected: CMTime
  }

  /// The visible cues of one segment. Without an `X-TIMESTAMP-MAP` their times are presentation times, as in other
  /// players (RFC 8216 §3.5 defines them as media times).
  static func cues(_ document: CueDocument, _ placing: Placing, header: TextHeader = TextHeader()) -> [TextCue] {
    var shift = CMTime.zero
    if let map = document.timestampMap, let origin = placing.origin {
      let mapped = CMTime(value: map.mpeg, timescale: 90_000) - map.local - origin
      let first = document.cues.first?.start ?? map.local
      shift = mapped - wraparound(from: first + mapped, to: placing.expected)
    }
    return document.cues.filter { $0.start.isNumeric && $0.end > $0.start }.map { cue in
      TextCue(
        start: cue.start + shift, end: cue.end.isNumeric ? cue.end + shift : .positiveInfinity,
        identifier: cue.identifier, settings: cue.settings, text: cue.source, header: header)
    }
  }

  /// The difference between two times as a multiple of the 33-bit period.
  private static func wraparound(from time: CMTime, to expected: CMTime) -> CMTime {
    let period = TimestampOrigins.period
    let count = ((time - expected).seconds / period.seconds).rounded()
    return count.isFinite && abs(count) < 1e6 ? CMTimeMultiply(period, multiplier: Int32(saturating: count)) : .zero
  }

  /// The cue as a container would store it.
  ///
  /// - Parameter track: The index of the presentation's track.
  /// - Returns: Nil if memory is insufficient.
  func packet(track: Int) -> Packet? {
    Packet(
      text: Array(text.utf8), identifier: Array(identifier.utf8), settings: Array(settings.utf8), streamIndex: track,
      header: header.bytes, start: start, duration: end.isNumeric ? end - start : .zero)
  }
}

/// The header of a WebVTT file up to its first cue, without its first block, which differs between segments
/// (`X-TIMESTAMP-MAP`). Empty without styles and regions.
struct TextHeader: Hashable {
  /// The header in UTF-8; empty without styles and regions.
  private(set) var bytes: [UInt8] = []

  init() {}

  /// The header of a WebVTT file.
  init(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    let front = lines.prefix { !$0.contains("-->") }.drop { !$0.isEmpty }
    guard front.contains(where: { $0.hasPrefix("STYLE") || $0.hasPrefix("REGION") }) else { return }
    bytes = Array((["WEBVTT"] + front).joined(separator: "\n").utf8)
  }
}
