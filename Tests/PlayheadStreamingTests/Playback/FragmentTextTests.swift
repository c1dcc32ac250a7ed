import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadText
import TestSupport
import Testing

@testable import PlayheadCaptionTracks
@testable import PlayheadEngine
@testable import PlayheadHLS

/// Text in fragmented MP4, composed box by box after ISO/IEC 14496-12 and -30.
@Suite("Text in fragments")
struct FragmentTextTests {
  private static func big(_ value: Int, _ width: Int = 4) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
  private static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let all = content.flatMap { $0 }
    return big(all.count + 8) + Array(type.utf8) + all
  }
  private static func full(_ type: String, _ flags: Int, _ content: [UInt8]...) -> [UInt8] {
    box(type, big(flags) + content.flatMap { $0 })
  }

  /// A track of a thousand ticks a second with samples of one kind.
  private static func section(_ entry: [UInt8], handler: String) -> [UInt8] {
    let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap { big($0) }
    let table =
      full("stsd", 0, big(1), entry) + full("stts", 0, big(0)) + full("stsc", 0, big(0))
      + full("stsz", 0, big(0), big(0)) + full("stco", 0, big(0))
    let media = box(
      "mdia", full("mdhd", 0, big(0), big(0), big(1000), big(0), big(0x55C4, 2), big(0, 2)),
      full("hdlr", 0, big(0), Array(handler.utf8), big(0), big(0), big(0), [0]),
      box("minf", full("nmhd", 0), box("dinf", full("dref", 0, big(1), full("url ", 1))), box("stbl", table)))
    let track = box(
      "trak",
      full(
        "tkhd", 3, big(0), big(0), big(1), big(0), big(0), big(0), big(0), big(0, 2), big(0, 2), big(0, 2), big(0, 2),
        matrix, big(0), big(0)), media)
    let movie = full(
      "mvhd", 0, big(0), big(0), big(1000), big(0), big(0x10000), big(0x100, 2), big(0, 2), big(0), big(0), matrix,
      big(0), big(0), big(0), big(0), big(0), big(0), big(2))
    return box("ftyp", Array("iso6".utf8), big(0), Array("iso6".utf8))
      + box("moov", movie, track, box("mvex", full("trex", 0, big(1), big(1), big(0), big(0), big(0))))
  }

  private static func segment(at time: Int, _ samples: [(ticks: Int, bytes: [UInt8])]) -> [UInt8] {
    func moof(_ offset: Int) -> [UInt8] {
      let run = samples.flatMap { big($0.ticks) + big($0.bytes.count) }
      return box(
        "moof", full("mfhd", 0, big(1)),
        box(
          "traf", full("tfhd", 0x20000, big(1)), full("tfdt", 0x0100_0000, big(time, 8)),
          full("trun", 0x301, big(samples.count), big(offset), run)))
    }
    return moof(moof(0).count + 8) + box("mdat", samples.flatMap(\.bytes))
  }

  private static func cue(_ text: String, settings: String = "") -> [UInt8] {
    box("vttc", settings.isEmpty ? [] : box("sttg", Array(settings.utf8)), box("payl", Array(text.utf8)))
  }

  private static let entryHead = [UInt8](repeating: 0, count: 6) + big(1, 2)

  @Test("WebVTT: a cue that spans samples is one cue, and nothing is shown in gaps")
  func webVTT() throws {
    let entry = Self.box("wvtt", Self.entryHead, Self.box("vttC", Array("WEBVTT".utf8)))
    let bytes =
      Self.section(entry, handler: "text")
      + Self.segment(
        at: 12_000,
        [
          (1000, Self.cue("one")), (500, Self.box("vtte")), (500, Self.cue("two", settings: "line:10%")),
          (1000, Self.cue("two", settings: "line:10%") + Self.cue("<i>three</i>")),
        ])
    let placed = try FragmentCues.read(
      bytes, .init(origin: CMTime(value: 10, timescale: 1), expected: CMTime(value: 2, timescale: 1)),
      until: CMTime(value: 5, timescale: 1))
    #expect(placed.map(\.text) == ["one", "two", "<i>three</i>"])
    #expect(placed.map(\.start.seconds) == [2, 3.5, 4])
    #expect(placed.map(\.end.seconds) == [3, 5, 5])
    #expect(placed.map(\.settings) == ["", "line:10%", ""])
    let alone = try FragmentCues.read(
      bytes, .init(origin: nil, expected: CMTime(value: 7, timescale: 1)), until: CMTime(value: 10, timescale: 1))
    #expect(alone.map(\.start.seconds) == [7, 8.5, 9])
  }

  private static let header = """
    WEBVTT

    STYLE
    ::cue(.loud) { color: #ff8000 }

    REGION
    id:top
    width:40%
    """

  /// ISO/IEC 14496-30 §7.5: the header before the first cue of a file is in the sample entry.
  private static func styled() -> [UInt8] {
    let entry = box("wvtt", entryHead, box("vlab", Array("a label".utf8)), box("vttC", Array(header.utf8)))
    return section(entry, handler: "text")
      + segment(
        at: 1000,
        [
          (1000, cue("<c.loud>one</c>", settings: "region:top")), (500, box("vtte")), (1000, cue("two")),
          (500, cue("two") + cue("three", settings: "region:none")),
        ])
  }

  @Test("WebVTT: style sheets and regions of the sample entry apply to every cue")
  func webVTTHeader() throws {
    let cues = try FragmentCues.read(
      Self.styled(), .init(origin: .zero, expected: CMTime(value: 1, timescale: 1)),
      until: CMTime(value: 4, timescale: 1))
    var decoder = CaptionTrackDecoder(codec: .webVTT)
    let shown = try cues.flatMap { decoder.cues(of: try #require($0.packet(track: 3))) }
    #expect(shown.map(\.text) == ["one", "two", "three"])
    #expect(shown.map { $0.runs.first?.style.color } == [CueColor(red: 255, green: 128, blue: 0), nil, nil])
    #expect(shown.map(\.layout.region) == ["top", nil, nil])
    #expect(decoder.regions.map(\.identifier) == ["top"] && decoder.regions.first?.width == 40)
  }

  @Test("a WebVTT file in MP4 has the cues, style sheets and regions of its track")
  func webVTTInAFile() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("text.mp4")
    try Data(Self.styled()).write(to: file)
    let captions = try #require(try CaptionReader.read(file))
    #expect(captions.track?.kind == .text && captions.track?.codecName == "wvtt")
    let cues = captions.document.cues
    #expect(cues.map(\.text) == ["one", "two", "three"])
    #expect(cues.map { $0.start.seconds } == [1, 2.5, 3.5])
    #expect(cues.prefix(2).map { $0.end.seconds } == [2, 4])
    #expect(cues.map { $0.runs.first?.style.color } == [CueColor(red: 255, green: 128, blue: 0), nil, nil])
    #expect(cues.map(\.layout.region) == ["top", nil, nil])
    #expect(captions.document.regions.map(\.identifier) == ["top"])
  }

  @Test("headers with other style sheets differ, and repeated cues of segments are one")
  func identityOfCues() {
    let (plain, styled) = (TextHeader("WEBVTT\n\n00:01.000 --> 00:02.000\na"), TextHeader(Self.header))
    #expect(plain == TextHeader() && plain != styled)
    #expect(Set([plain, styled, TextHeader(Self.header)]).count == 2)
    var cue = TextCue(start: .zero, end: CMTime(value: 1, timescale: 1), identifier: "1", settings: "", text: "a")
    let first = cue.identity
    cue.header = styled
    #expect(cue.identity == first)
    cue.text = "b"
    #expect(cue.identity != first)
  }

  @Test("TTML: one document for each sample, with the times of its track")
  func ttml() throws {
    let entry = Self.box("stpp", Self.entryHead, Array("http://www.w3.org/ns/ttml\0\0\0".utf8))
    let document = """
      <tt xmlns="http://www.w3.org/ns/ttml"><body><div>
      <p begin="00:00:12.500" end="00:00:14.000">a &lt; b<br/>c</p></div></body></tt>
      """
    let bytes =
      Self.section(entry, handler: "subt") + Self.segment(at: 12_000, [(2000, Array(document.utf8))])
    let cues = try FragmentCues.read(
      bytes, .init(origin: CMTime(value: 10, timescale: 1), expected: CMTime(value: 2, timescale: 1)),
      until: CMTime(value: 5, timescale: 1))
    #expect(cues.map(\.text) == ["a &lt; b\nc"])
    #expect(cues.map(\.start.seconds) == [2.5] && cues.map(\.end.seconds) == [4])
  }

  @Test("damaged samples give an error or nothing")
  func damaged() {
    let entry = Self.box("wvtt", Self.entryHead)
    let good = Self.section(entry, handler: "text") + Self.segment(at: 0, [(1000, Self.cue("one"))])
    var numbers = SeededNumbers(3)
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<4 { bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = .random(in: 0...255, using: &numbers) }
      for cue in (try? FragmentCues.read(bytes, .init(origin: nil, expected: .zero), until: .zero)) ?? [] {
        #expect(cue.start.isNumeric)
      }
    }
  }
}
