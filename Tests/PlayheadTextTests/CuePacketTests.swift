import CoreMedia
import PlayheadText
import Testing

/// Packets as containers store them, composed byte by byte after their specifications.
struct CuePacketTests {
  private func read(_ bytes: [UInt8], _ codec: CuePacket.Codec, header: String = "") -> Cue? {
    CuePacket.cue(
      bytes, codec: codec, header: Array(header.utf8), start: .zero, end: CMTime(value: 1, timescale: 1))
  }

  @Test func timedTextHasLengthPrefix() {
    #expect(read([0, 2, 0xC3, 0xA9, 0, 0, 0, 12], .movText)?.text == "é")
    #expect(read([0, 4, 0xFE, 0xFF, 0, 0x41], .movText)?.text == "A")
    #expect(read([0, 0], .movText) == nil)
    #expect(read([0xFF, 0xFF, 0x41], .movText)?.text == "A")
    #expect(read([], .movText) == nil)
  }

  @Test func matroskaASSOmitsTimes() throws {
    let header = "[V4+ Styles]\nFormat: Name, Bold, Alignment\nStyle: Top,-1,8\n"
    let cue = try #require(read(Array("7,0,Top,,0,0,0,,a, b\\N{\\b0}c".utf8), .ass, header: header))
    #expect(cue.text == "a, b\nc")
    #expect(cue.runs.map(\.style.isBold) == [true, false])
    #expect(cue.layout.line == .percent(5))
    #expect(read(Array("7,0,Top".utf8), .ass, header: header) == nil)
  }

  @Test func textExcludesMotionAndDrawings() throws {
    let header = "[V4+ Styles]\nFormat: Name\nStyle: Sign\n"
    let line = "7,0,Sign,,0,0,0,Banner;5,{\\move(0,0,9,9)\\fad(200,200)}A {\\p1}m 0 0 l 100 0 100 100{\\p0}{\\kf50}sign"
    let cue = try #require(read(Array(line.utf8), .ass, header: header))
    #expect(cue.text == "A sign")
    #expect(cue.isMoving && cue.typeset?.contains("\\move") == true, "it is drawn with all of it")
    #expect(try #require(read(Array("7,0,Sign,,0,0,0,,{\\b1}A sign".utf8), .ass, header: header)).isMoving == false)
  }
}
