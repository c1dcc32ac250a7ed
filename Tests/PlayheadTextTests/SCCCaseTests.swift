import CoreMedia
import Foundation
import PlayheadText
import Testing

/// Closed captions as decoded by two other decoders: cea608.js after every change, pycaption as whole captions.
@Suite(.enabled(if: TextCases.folder != nil, "no folder of text cases: set PLAYHEAD_CORPUS to one"))
struct SCCCaseTests {
  /// The known differences of each reference from the decoder, and their reasons.
  private static let explained: Set<String> = [
    // pycaption joins rows that are not below each other, and shows painted text only when it is complete.
    "scc_multiple_positioning.scc", "scc_mid_row_before_text_paint.scc",
    // Its caption is erased before it is ever shown.
    "scc_with_italics.scc",
  ]

  @Test func captionsMatchPycaption() throws {
    let cases = try TextCases.all("cea608-scc-pycaption")
    #expect(cases.count == 9)
    for (name, data, expected) in cases where !Self.explained.contains(name) {
      guard let target = expected["cues"] as? [[String: Any]] else { continue }
      let cues = SCCParser.parse(TextDecoding.string(data)).cues
      for cue in target {
        let text = Self.folded(cue["text"] as? String ?? "")
        let start = (TextCases.number(cue["start_us"]) ?? 0) / 1_000_000
        // It adds the transmission time to some captions and not to others, and its own tests allow half a second.
        #expect(
          cues.contains { Self.folded($0.text) == text && abs($0.start.seconds - start) <= 0.5 },
          "\(name): “\(text)” at \(start)")
      }
    }
  }

  @Test(arguments: ["allchars.scc", "rollup.scc", "midrow_flash.scc"])
  func screensMatchCEA608js(name: String) throws {
    let cases = try TextCases.all("cea608-scc-cea608js")
    let found = try #require(cases.first { $0.name == name })
    let reference = try #require(found.expected["expected_webvtt_ch1"] as? String)
    let target = WebVTTParser.parse(Self.withoutBlink(reference)).cues.map { Self.folded($0.text) }
    let cues = SCCParser.parse(TextDecoding.string(found.data)).cues
    // The reference decoder joins both rows of a screen, however far apart they are.
    let screens = Dictionary(grouping: cues, by: \.start).sorted { $0.key < $1.key }.map {
      Self.folded($0.value.map(\.text).joined(separator: "\n"))
    }
    let missing = Set(target).subtracting(screens)
    #expect(missing.isEmpty, "\(missing)")
  }

  /// Several class names in sequence.
  private static func withoutBlink(_ text: String) -> String { text.replacingOccurrences(of: ".blink", with: "") }

  /// Without differences in spaces and in the form of tags.
  private static func folded(_ text: String) -> String {
    let same: [Character: Character] = ["’": "'", "∼": "~", "\u{A0}": " ", "━": "━"]
    return String(text.map { same[$0] ?? $0 }).split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
