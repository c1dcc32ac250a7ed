import CoreMedia
import Foundation
import PlayheadText
import Testing

struct TTMLTests {
  private func parse(_ body: String, head: String = "", attributes: String = "") -> [Cue] {
    let text = """
      <?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"
      xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xml:lang="en" \(attributes)>
      <head>\(head)</head><body>\(body)</body></tt>
      """
    return TTMLParser.parse(Array(text.utf8)).cues
  }

  /// The forms of TTML2 § 12.3.1, with times computed by hand.
  @Test(arguments: [
    ("00:00:01.5", 1.5), ("01:00:00:12", 3600.48), ("2.5s", 2.5), ("1500ms", 1.5), ("50f", 2), ("1.5m", 90),
    ("0.5h", 1800),
    ("20000000t", 2),
  ])
  func parsesTimeExpressions(text: String, seconds: Double) {
    let cues = parse(
      "<div><p begin='\(text)' end='9999s'>x</p></div>", attributes: "ttp:frameRate='25' ttp:tickRate='10000000'")
    #expect(cues.map(\.start.seconds) == [seconds])
  }

  @Test func nestedTimesAreRelativeToParent() {
    let cues = parse(
      "<div begin='10s'><p begin='1s' dur='2s'>a</p><p begin='2s' end='30s'>b<span begin='1s' end='2s'>c</span></p></div>"
    )
    #expect(cues.map(\.text) == ["a", "b", "c"])
    #expect(cues.map(\.start.seconds) == [11, 12, 13])
    #expect(cues.map(\.end.seconds) == [13, 40, 14])
  }

  @Test func elementStyleOverridesReferencedStyles() throws {
    let cues = parse(
      "<div><p begin='0s' end='1s' style='b'>a<span tts:fontWeight='bold' tts:color='#ff000080'>b</span></p></div>",
      head:
        "<styling><style xml:id='a' tts:color='yellow' tts:fontStyle='italic'/><style xml:id='b' style='a' tts:color='lime'/></styling>"
    )
    let runs = try #require(cues.first).runs
    #expect(
      runs.map(\.style.color) == [
        CueColor(red: 0, green: 255, blue: 0), CueColor(red: 255, green: 0, blue: 0, alpha: 128),
      ])
    #expect(runs.map(\.style.isItalic) == [true, true])
    #expect(runs.map(\.style.isBold) == [false, true])
  }

  @Test func regionPositionsCue() throws {
    let cues = parse(
      "<div><p begin='0s' end='1s' region='r'>x</p></div>",
      head:
        "<layout><region xml:id='r' tts:origin='10% 70%' tts:extent='80% 20%' tts:displayAlign='after' tts:textAlign='start'/></layout>"
    )
    let layout = try #require(cues.first).layout
    #expect(layout.position == 10 && layout.size == 80 && layout.positionAnchor == .start)
    #expect(layout.line == .percent(90) && layout.lineAnchor == .end && layout.alignment == .start)
  }

  @Test func collapsesSpacesAndBreaksAtBR() {
    let cues = parse("<div><p begin='0s' end='1s'>\n  one\n  two <br/> three <span> four</span>\n</p></div>")
    #expect(cues.map(\.text) == ["one two\nthree four"])
  }

  /// A document that would exhaust the memory if its entities were expanded, a truncated one, and no document.
  @Test func survivesDamagedDocuments() {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE tt [<!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;">]>
      <tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="1s">x&e;</p></div></body></tt>
      """
    #expect(TTMLParser.parse(Array(bomb.utf8)).cues.allSatisfy { $0.text.count < 100 })
    let broken = "<tt xmlns='http://www.w3.org/ns/ttml'><body><div><p begin='0s' end='1s'>a</p><p begin='1s' end="
    #expect(TTMLParser.parse(Array(broken.utf8)).cues.count <= 1)
    let deep = "<tt><body>" + String(repeating: "<div>", count: 100_000)
    #expect(TTMLParser.parse(Array(deep.utf8)).cues.isEmpty)
    #expect(TTMLParser.parse(Array("no XML at all".utf8)).cues.isEmpty)
    #expect(TTMLParser.parse([]).cues.isEmpty)
  }
}
