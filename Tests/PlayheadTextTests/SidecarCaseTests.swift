import CoreMedia
import Foundation
import PlayheadText
import Testing

/// The SRT and SSA cases of androidx/media: times and texts as its tests assert them.
@Suite(.enabled(if: TextCases.folder != nil, "no folder of text cases: set PLAYHEAD_CORPUS to one"))
struct SidecarCaseTests {
  /// Cues that androidx/media omits and FFmpeg, mpv and VLC show: their starts and ends as `ffmpeg -f srt` prints them,
  /// in milliseconds. Four digits are a fraction here.
  static let additions: [String: [ClosedRange<Double>]] = [
    "typical_missing_sequence.srt": [2345...3456],
    "typical_bad_timestamps.srt": [2345...3456, 7_204_567...7_208_090],
  ]

  @Test(arguments: [("srt-androidx", 13), ("ssa-androidx", 5)])
  func casesMatchReference(folder: String, count: Int) throws {
    let cases = try TextCases.all(folder)
    #expect(cases.count == count)
    for (name, data, expected) in cases {
      let text = TextDecoding.string(data)
      let all = folder.hasPrefix("srt") ? SubRipParser.parse(text).cues : ASSParser.parse(text).cues
      let additions = Self.additions[name] ?? []
      let ranges = all.map { ($0.start.microseconds / 1000)...($0.end.microseconds / 1000) }
      #expect(additions.allSatisfy { ranges.contains($0) }, "\(name)")
      let cues = zip(all, ranges).filter { !additions.contains($1) }.map(\.0)
      guard let target = expected["cues"] as? [[String: Any]] else { continue }
      #expect(cues.map(\.start.microseconds) == target.map { TextCases.number($0["start_us"]) }, "\(name)")
      // A null means that the source's tests do not check the value.
      for (cue, target) in zip(cues, target) {
        if let end = TextCases.number(target["end_us"]) { #expect(cue.end.microseconds == end, "\(name)") }
        // That reader keeps spaces that come from tags; so does this one, except at a line's end.
        #expect(Self.folded(cue.text) == Self.folded(target["text"] as? String ?? ""), "\(name)")
      }
    }
  }

  @Test func subRipTagsPositionCue() throws {
    let cases = try TextCases.all("srt-androidx")
    let tagged = try #require(cases.first { $0.name == "typical_with_tags.srt" })
    let cues = SubRipParser.parse(TextDecoding.string(tagged.data)).cues
    let texts = try #require(tagged.expected["cue_texts_first5"] as? [String])
    #expect(cues.prefix(5).map { Self.folded($0.text) } == texts.map(Self.folded))
    let places = try #require(
      tagged.expected["alignment_cues_5_to_13 (line anchor, position anchor)"] as? [String])
    let found = cues.dropFirst(5).map {
      "\($0.layout.lineAnchor),\($0.layout.resolvedPositionAnchor)".replacingOccurrences(of: "center", with: "middle")
    }
    #expect(found == places)
  }

  @Test func ssaStylePositionsCue() throws {
    let cases = try TextCases.all("ssa-androidx")
    let typical = try #require(cases.first { $0.name == "typical.ssa" })
    let layout = try #require(ASSParser.parse(TextDecoding.string(typical.data)).cues.first).layout
    #expect(layout.line == .percent(95) && layout.lineAnchor == .end)
    #expect(layout.position == 50 && layout.resolvedPositionAnchor == .center && layout.alignment == .center)
  }

  private static func folded(_ text: String) -> String {
    text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "\n")
  }
}
