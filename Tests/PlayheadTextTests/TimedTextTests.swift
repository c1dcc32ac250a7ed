import CoreMedia
import PlayheadText
import Testing

/// 3GPP timed text, written byte by byte after TS 26.245.
struct TimedTextTests {
  /// White Arial of 18 pixels, in the middle at the bottom; the font with the number 2 is Courier.
  private func description(
    horizontal: UInt8 = 1, vertical: UInt8 = 0xFF, face: UInt8 = 0, color: [UInt8] = [255, 255, 255, 255]
  ) -> [UInt8] {
    let fonts: [UInt8] = [0, 2, 0, 1, 5] + Array("Arial".utf8) + [0, 2, 7] + Array("Courier".utf8)
    let place: [UInt8] = [0, 0, 0, 0, horizontal, vertical, 0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 1, 64]
    return place + [0, 0, 0, 0, 0, 1, face, 18] + color + box("ftab", fonts)
  }

  private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(8 + content.count)] + Array(type.utf8) + content
  }

  private func sample(_ text: String, _ boxes: [UInt8]...) -> [UInt8] {
    [0, UInt8(text.utf8.count)] + Array(text.utf8) + boxes.joined()
  }

  /// A record of `styl`.
  private func record(
    _ start: UInt8, _ end: UInt8, face: UInt8 = 0, font: UInt8 = 1, size: UInt8 = 18,
    color: [UInt8] = [255, 255, 255, 255]
  ) -> [UInt8] {
    [0, start, 0, end, 0, font, face, size] + color
  }

  private func read(_ bytes: [UInt8], _ header: [UInt8]? = nil) -> Cue? {
    CuePacket.cue(
      bytes, codec: .movText, header: header ?? description(), start: CMTime(value: 10, timescale: 1),
      end: CMTime(value: 12, timescale: 1))
  }

  @Test func styleOffsetsCountCharacters() throws {
    let styles = box(
      "styl", [0, 2] + record(2, 4, face: 1) + record(5, 7, face: 6, font: 2, size: 36, color: [255, 0, 0, 128]))
    let cue = try #require(read(sample("é😀ab cd!", styles)))
    #expect(cue.runs.map(\.text) == ["é😀", "ab", " ", "cd", "!"])
    #expect(cue.runs.map(\.style.isBold) == [false, true, false, false, false])
    #expect(cue.runs.map(\.style.isItalic) == [false, false, false, true, false])
    #expect(cue.runs[3].style.isUnderlined)
    #expect(cue.runs[3].style.color == CueColor(red: 255, green: 0, blue: 0, alpha: 128))
    #expect(cue.runs[3].style.fontName == "Courier")
    // Twice the track's default size; 5 % of the video height is the usual one (WebVTT § 7.2).
    #expect(cue.runs[3].style.fontSize.map { abs($0 - 0.1) < 1e-9 } == true)
    #expect(cue.runs[1].style.color == nil && cue.runs[1].style.fontSize == nil && cue.runs[1].style.fontName == nil)
  }

  @Test func usesDefaultStyleOfTrack() throws {
    let yellow = try #require(read(sample("yes"), description(face: 2, color: [255, 255, 0, 255])))
    #expect(yellow.runs.count == 1 && yellow.runs[0].style.isItalic)
    #expect(yellow.runs[0].style.color == CueColor(red: 255, green: 255, blue: 0))
    #expect(try #require(read(sample("plain"))).runs == [CueRun("plain")])
    #expect(try #require(read(sample("plain"), [])).runs == [CueRun("plain")], "no description")
  }

  @Test func usesPositionOfTrack() throws {
    func layout(_ horizontal: UInt8, _ vertical: UInt8) throws -> CueLayout {
      try #require(read(sample("x"), description(horizontal: horizontal, vertical: vertical))).layout
    }
    #expect(try layout(1, 0xFF) == CueLayout())
    #expect(try layout(0, 0xFF).alignment == .left)
    #expect(try layout(0xFF, 0).alignment == .right)
    #expect(try layout(1, 0).line == .number(0))
    #expect(try layout(1, 1).line == .percent(50))
  }

  @Test func readsHighlightAndKaraoke() throws {
    let karaoke = box("krok", [0, 0, 0, 250, 0, 2] + [0, 0, 3, 232, 0, 0, 0, 2] + [0, 0, 7, 208, 0, 2, 0, 4])
    let cue = try #require(
      read(sample("lala", karaoke, box("hlit", [0, 1, 0, 2]), box("hclr", [0, 0, 255, 255]))))
    #expect(cue.runs.map(\.text) == ["l", "a", "la"])
    #expect(cue.runs.map(\.time?.seconds) == [10.25, 10.25, 11])
    #expect(cue.runs[1].style.background == CueColor(red: 0, green: 0, blue: 255))
    #expect(cue.runs[0].style.background == nil)
  }

  @Test func acceptsAllLineEndings() throws {
    let cue = try #require(read(sample("a\r\nb\rc\n\n", box("styl", [0, 1] + record(2, 3, face: 1)))))
    #expect(cue.text == "a\nb\nc" && cue.source == cue.text)
  }

  @Test func damagedBoxesLoseOnlyStyles() throws {
    for boxes in [
      box("styl", [0xFF, 0xFF] + record(0, 1, face: 1)), [0, 0, 0, 99] + Array("styl".utf8), [0, 0, 0, 1],
      box("styl", [0, 1, 0, 9]), box("krok", [0, 0]), box("styl", [0, 1] + record(9, 2)),
      box("styl", [0, 1] + [0xFF, 0xFE, 0xFF, 0xFF, 0, 1, 1, 0, 0, 0, 0, 0]),
    ] {
      #expect(try #require(read(sample("text", boxes))).text == "text")
    }
    #expect(try #require(read([0, 9] + Array("cut".utf8))).text == "cut", "the length exceeds the data")
    for length in 0..<description().count {
      #expect(try #require(read(sample("text"), Array(description().prefix(length)))).text == "text")
    }
  }
}
