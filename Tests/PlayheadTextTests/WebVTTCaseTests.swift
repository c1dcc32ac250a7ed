import CoreMedia
import Foundation
import PlayheadText
import Testing

/// The cases of vtt.js, with the settings, times and text of each cue.
struct WebVTTCaseTests {
  /// Cases where vtt.js follows an older draft, and the rule of the current specification.
  static let differences = [
    "cue-settings__line__bad-line-align": "a line with an unknown alignment is left out as a whole (§ 6.3)",
    "cue-settings__position__bad-position-align": "a position with an unknown alignment is left out as a whole (§ 6.3)",
    "cue-times__minimum-spots-over-sixty": "minutes have two digits below 60 where there are no hours (§ 6.4)",
    "cue-times__min-top-digits": "minutes have two digits where there are no hours (§ 6.4)",
    "integration__id": "an arrow alone is times that cannot be read, not the name of the next cue (§ 6.1)",
    "file-layout__header-no-new-line": "times behind the header without a blank line are a cue (§ 6.1)",
  ]

  @Test(.enabled(if: TextCases.folder != nil, "no folder of text cases: set PLAYHEAD_CORPUS to one"))
  func casesMatchReferenceOrKnownDifferences() throws {
    let cases = try TextCases.all("webvtt-vttjs")
    #expect(cases.count == 239)
    var different: Set<String> = []
    for (name, data, expected) in cases {
      let document = WebVTTParser.parse(TextDecoding.string(data))
      let cues = (expected["cues"] as? [[String: Any]] ?? []).map(Self.line)
      let regions = (expected["regions"] as? [[String: Any]] ?? []).map(Self.region)
      let isEqual =
        document.cues.map { Self.line($0, document) } == cues && document.regions.map(Self.region) == regions
      if !isEqual { different.insert(name) }
      if !isEqual, Self.differences[name] == nil {
        Issue.record("\(name): \(document.cues.map { Self.line($0, document) }) is not \(cues)")
      }
    }
    #expect(different == Set(Self.differences.keys))
  }

  private static func line(_ cue: [String: Any]) -> String {
    func text(_ key: String) -> String {
      let value = TextCases.number(cue[key]).map { "\($0)" } ?? cue[key] as? String ?? ""
      return value == "middle" ? "center" : value
    }
    let isPercent = !((cue["snapToLines"] as? Bool) ?? true)
    let position = ["align", "position", "positionAlign", "size", "vertical", "lineAlign", "line"].map(text)
    let region = (cue["region"] as? [String: Any]).map(region) ?? ""
    return ([text("startTime"), text("endTime"), text("id"), text("text"), "\(isPercent)", region] + position)
      .joined(separator: "|")
  }

  private static func line(_ cue: Cue, _ document: CueDocument) -> String {
    let layout = cue.layout
    let (line, isPercent) =
      switch layout.line {
      case .automatic: ("auto", false)
      case .number(let value): ("\(value + 0)", false)
      case .percent(let value): ("\(value)", true)
      }
    let named = document.regions.first { $0.identifier == layout.region }
    return [
      "\(cue.start.seconds)", "\(cue.end.seconds)", cue.identifier, cue.source, "\(isPercent)",
      named.map(region) ?? "", layout.alignment.rawValue, layout.position.map { "\($0)" } ?? "auto",
      layout.resolvedPositionAnchor.rawValue, "\(layout.size)", layout.direction.rawValue, layout.lineAnchor.rawValue,
      line,
    ].joined(separator: "|")
  }

  private static func region(_ json: [String: Any]) -> String {
    let keys = ["lines", "width", "regionAnchorX", "regionAnchorY", "viewportAnchorX", "viewportAnchorY"]
    return "\(keys.map { TextCases.number(json[$0]) ?? -1 }) \(json["scroll"] as? String ?? "")"
  }

  private static func region(_ region: CueRegion) -> String {
    let numbers = [
      Double(region.lines), region.width, region.anchor.x, region.anchor.y, region.viewportAnchor.x,
      region.viewportAnchor.y,
    ]
    return "\(numbers) \(region.scrollsUp ? "up" : "")"
  }
}
