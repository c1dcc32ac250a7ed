import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PlayheadCommand

/// `playhead captions`: its output for files written here, with times computed by hand.
struct CaptionsCommandTests {
  private final class Printed: Console {
    private let texts = Mutex<(out: String, error: String)>(("", ""))
    func write(_ text: String) { texts.withLock { $0.out += text } }
    func writeError(_ text: String) { texts.withLock { $0.error += text } }
    var out: String { texts.withLock { $0.out } }
    var error: String { texts.withLock { $0.error } }
  }

  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func run(_ name: String, _ text: String, _ options: String...) throws -> (Int32, Printed) {
    let file = folder.url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    let console = Printed()
    return (PlayheadCommand.run(["captions", file.path] + options, console: console), console)
  }

  @Test("prints text file cue by cue") func printsTextFileCueByCue() throws {
    let (status, console) = try run(
      "a.srt", "1\n00:00:01,500 --> 01:02:03,004\n<i>one</i>\ntwo\n\n2\n00:00:05 --> 00:00:06\n&amp;\n")
    #expect(status == 0)
    #expect(console.out == "00:00:01.500 --> 01:02:03.004\none\ntwo\n\n00:00:05.000 --> 00:00:06.000\n&\n")
  }

  @Test("JSON contains markup") func jsonContainsMarkup() throws {
    let (status, console) = try run("a.vtt", "WEBVTT\n\nname\n00:01.000 --> 00:02.000\n<b>x</b>", "--json")
    #expect(status == 0)
    let json = try JSONSerialization.jsonObject(with: Data(console.out.utf8)) as? [String: Any]
    let cue = try #require((json?["cues"] as? [[String: Any]])?.first)
    #expect(json?["format"] as? String == "WebVTT")
    #expect(cue["start"] as? Double == 1 && cue["end"] as? Double == 2)
    #expect(cue["text"] as? String == "x" && cue["source"] as? String == "<b>x</b>" && cue["id"] as? String == "name")
  }

  @Test(
    "fails when no times are readable",
    arguments: [
      ("a.srt", "hello\nworld\n"), ("a.vtt", "WEBVTT\n\n0:01 --> 0:02\nx\n"),
      ("a.vtt", "WEBVTTx\n\n00:01.000 --> 00:02.000\nx\n"),
      ("a.ass", "[Events]\nFormat: Start, End, Text\nDialogue: x,y,z\n"), ("a.ass", "hello"),
      ("a.scc", "Scenarist_SCC V1.0\n\nx\n"),
      ("a.ttml", "<tt xmlns=\"http://www.w3.org/ns/ttml\"><body><p begin=\"2s\" end=\"1s\">x</p></body></tt>"),
      ("a.txt", "x"),
    ]) func failsWhenNoTimesAreReadable(name: String, text: String) throws
  {
    let (status, console) = try run(name, text)
    #expect(status == 1 && console.out.isEmpty)
    #expect(console.error.contains("none of its captions has a readable time"))
  }

  @Test("WebVTT without cues prints nothing") func webVTTWithoutCuesPrintsNothing() throws {
    let (status, console) = try run("a.vtt", "WEBVTT\n\nNOTE nothing was said\n")
    #expect(status == 0 && console.out.isEmpty && console.error.isEmpty)
  }

  /// The names and values are those of VTTCue and VTTRegion (W3C WebVTT § 8).
  @Test("JSON contains positions and styles") func jsonContainsPositionsAndStyles() throws {
    let (status, console) = try run(
      "a.vtt",
      """
      WEBVTT

      STYLE
      ::cue(.loud) { color: #ff8000 }

      REGION
      id:r
      lines:2

      00:01.000 --> 00:02.000 line:10%,end position:20%,line-left align:start size:50% vertical:lr
      <b>x</b> <c.loud>y</c>

      00:03.000 --> 00:04.000 region:r
      z

      00:05.000 --> 00:06.000 line:-2
      z
      """, "--json")
    #expect(status == 0)
    let json = try #require(JSONSerialization.jsonObject(with: Data(console.out.utf8)) as? [String: Any])
    let cues = try #require(json["cues"] as? [[String: Any]])
    #expect(cues[0]["line"] as? Double == 10 && cues[0]["snapToLines"] as? Bool == false)
    #expect(cues[0]["lineAlign"] as? String == "end" && cues[0]["position"] as? Double == 20)
    #expect(cues[0]["positionAlign"] as? String == "line-left" && cues[0]["align"] as? String == "start")
    #expect(cues[0]["size"] as? Double == 50 && cues[0]["vertical"] as? String == "lr")
    let style = try #require(cues[0]["style"] as? [[String: Any]])
    #expect(style.map { $0["text"] as? String } == ["x", " ", "y"])
    #expect(style[0]["bold"] as? Bool == true && style[2]["color"] as? String == "#ff8000")
    #expect(style[2]["classes"] as? [String] == ["loud"])
    #expect(cues[1]["region"] as? String == "r" && cues[1]["line"] as? String == "auto" && cues[1]["style"] == nil)
    #expect(cues[2]["line"] as? Double == -2 && cues[2]["snapToLines"] as? Bool == true)
    let region = try #require((json["regions"] as? [[String: Any]])?.first)
    #expect(
      region["id"] as? String == "r" && region["lines"] as? Int == 2 && region["viewportAnchorY"] as? Double == 100)
  }

  @Test("accepts one digit hours") func acceptsOneDigitHours() throws {
    let (status, console) = try run("a.vtt", "WEBVTT\n\n0:00:01.000 --> 1:00:02.000\nx\n")
    #expect(status == 0 && console.out == "00:00:01.000 --> 01:00:02.000\nx\n")
  }

  @Test("fails without captions") func failsWithoutCaptions() throws {
    #expect(try run("a.srt", "").0 == 1)
    let clip = try Fixtures.url("h264-bframes.mp4").path
    let console = Printed()
    #expect(PlayheadCommand.run(["captions", clip], console: console) == 1)
    #expect(console.error.contains("it has no captions"))
    #expect(PlayheadCommand.run(["captions", "--track=0", clip], console: console) == 2)
  }
}
