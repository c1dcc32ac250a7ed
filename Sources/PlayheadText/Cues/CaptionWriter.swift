import CoreMedia
import PlayheadBasics

/// Writes cues as a file. Those without text are left out.
package enum CaptionWriter {
  /// The cues in WebVTT (W3C WebVTT §4), with their styles of bold, italic and underlined text.
  package static func webVTT(_ cues: [Cue]) -> String {
    blocks(cues).reduce(into: "WEBVTT\n") { text, block in
      let lines = lines(WebVTTText.written(block.cue.runs))
      guard !lines.isEmpty else { return }
      text += "\n\(ClockText.milliseconds(block.start)) --> \(ClockText.milliseconds(block.end))\n\(lines)\n"
    }
  }

  /// The cues in SubRip, without styles.
  package static func subRip(_ cues: [Cue]) -> String {
    var blockTexts: [String] = []
    for block in blocks(cues) {
      let lines = lines(block.cue.text)
      guard !lines.isEmpty else { continue }
      let times = [block.start, block.end].map { ClockText.milliseconds($0, separator: ",") }
      blockTexts.append("\(blockTexts.count + 1)\n\(times[0]) --> \(times[1])\n\(lines)\n")
    }
    return blockTexts.joined(separator: "\n")
  }

  /// The cues with their times in seconds. An unknown end is that of the next cue.
  private static func blocks(_ cues: [Cue]) -> [(start: Double, end: Double, cue: Cue)] {
    cues.enumerated().map { index, cue in
      var end = cue.end
      if !end.isNumeric {
        let next = cues[(index + 1)...].first { $0.start > cue.start }?.start
        end = next ?? cue.start + CMTime(value: 5, timescale: 1)
      }
      return (cue.start.seconds, end.seconds, cue)
    }
  }

  /// The lines of a text. An empty one would end the cue.
  private static func lines(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: "\n")
  }
}
