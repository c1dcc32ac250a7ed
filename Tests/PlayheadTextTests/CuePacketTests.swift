import CoreMedia
import PlayheadText
import Testing

/// Packets as containers keep them, written byte by byte after their specifications.
struct CuePacketTests {
  private func read(_ bytes: [UInt8], _ codec: CuePacket.Codec, header: String = "") -> Cue? {
    CuePacket.cue(
      bytes, codec: codec, header: Array(header.utf8), start: .zero, end: CMTime(value: 1, timescale: 1))
  }

  @Test func timedTextOfMP4HasALengthBeforeItsText() {
    #expect(read([0, 2, 0xC3, 0xA9, 0, 0, 0, 12], .movText)?.text == "é")
    #expect(read([0, 4, 0xFE, 0xFF, 0, 0x41], .movText)?.text == "A")
    #expect(read([0, 0], .movText) == nil)
    #expect(read([0xFF, 0xFF, 0x41], .movText)?.text == "A")
    #expect(read([], .movText) == nil)
  }

  @Test func matroskaLeavesTheTimesOfASSAway() throws {
    let header = "[V4+ Styles]\nFormat: Name, Bold, Alignment\nStyle: Top,-1,8\n"
    let cue = try #require(read(Array("7,0,Top,,0,0,0,,a, b\\N{\\b0}c".utf8), .ass, header: header))
    #expect(cue.text == "a, b\nc")
    #expect(cue.runs.map(\.style.isBold) == [true, false])
    #expect(cue.layout.line == .percent(5))
    #expect(read(Array("7,0,Top".utf8), .ass, header: header) == nil)
  }
}
