import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadText
import TestSupport
import Testing

@testable import PlayheadEngine

/// A track of `S_TEXT/WEBVTT` (Matroska's codec mappings), written here element by element as mkvmerge 74 writes it:
/// the beginning of the file in CodecPrivate, cues in blocks with times that count from their own, settings and names
/// in BlockAdditional.
struct MatroskaWebVTTTests {
  private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
    let length = UInt64(content.count) | 1 << 56
    return id + (0..<8).reversed().map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + content
  }
  private static func element(_ id: [UInt8], _ text: String) -> [UInt8] { element(id, Array(text.utf8)) }

  private static func cue(at time: UInt16, for duration: UInt16, _ text: String, beside: String?) -> [UInt8] {
    let block: [UInt8] = [0x81, UInt8(time >> 8), UInt8(time & 0xFF), 0] + Array(text.utf8)
    let addition = beside.map { element([0x75, 0xA1], element([0xA6], element([0xA5], $0))) } ?? []
    let length = element([0x9B], [UInt8(duration >> 8), UInt8(duration & 0xFF)])
    return element([0xA0], element([0xA1], block) + addition + length)
  }

  private static let file: [UInt8] = {
    let header = """
      WEBVTT

      STYLE
      ::cue(.loud) { color: #ff0000 }

      REGION
      id:r
      width:40%
      """
    let entry =
      element([0xD7], [1]) + element([0x73, 0xC5], [1]) + element([0x83], [0x11])
      + element([0x86], "S_TEXT/WEBVTT") + element([0x63, 0xA2], header)
    let cues =
      element([0xE7], [0])
      + cue(at: 1000, for: 1500, "a <00:00:00.500><c.loud>b</c>", beside: "align:start line:0 position:10%\nfirst")
      + cue(at: 3000, for: 1000, "c\nd", beside: "region:r\n")
      + cue(at: 5000, for: 1000, "e", beside: "region:x\nlast\nNOTE before it")
      + cue(at: 7000, for: 1000, "f", beside: nil)
    let segment =
      element([0x15, 0x49, 0xA9, 0x66], element([0x2A, 0xD7, 0xB1], [0x0F, 0x42, 0x40]))
      + element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], entry)) + element([0x1F, 0x43, 0xB6, 0x75], cues)
    return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], "matroska"))
      + element([0x18, 0x53, 0x80, 0x67], segment)
  }()

  private func read() throws -> CaptionReader.Captions {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.mkv", Data(Self.file))
    return try #require(try CaptionReader.read(url))
  }

  @Test("cues have times identifiers and layout") func cuesHaveTimesIdentifiersAndLayout() throws {
    let captions = try read()
    let cues = captions.document.cues
    #expect(captions.track?.codecName == "webvtt" && captions.document.format == .webVTT)
    #expect(cues.map(\.text) == ["a b", "c\nd", "e", "f"])
    #expect(cues.map(\.start.seconds) == [1, 3, 5, 7] && cues.map(\.end.seconds) == [2.5, 4, 6, 8])
    #expect(cues.map(\.identifier) == ["first", "", "last", ""])
    #expect(cues[0].layout.line == .number(0) && cues[0].layout.position == 10 && cues[0].layout.alignment == .start)
    #expect(cues.map(\.layout.region) == [nil, "r", nil, nil], "an undefined region is none")
  }

  @Test("applies style sheets and regions before first cue") func appliesStyleSheetsAndRegionsBeforeFirstCue() throws {
    let document = try read().document
    #expect(document.regions.map(\.identifier) == ["r"] && document.regions.first?.width == 40)
    #expect(document.cues[0].runs.last?.style.color == CueColor(red: 255, green: 0, blue: 0))
  }

  @Test("inline timestamps are relative to cue") func inlineTimestampsAreRelativeToCue() throws {
    #expect(try read().document.cues[0].runs.map(\.time?.seconds) == [nil, 1.5])
  }
}
