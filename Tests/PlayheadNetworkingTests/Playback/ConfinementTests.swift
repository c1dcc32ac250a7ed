import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import TestSupport
import Testing

/// The content of a server's response causes no request to other hosts.
@Suite struct AnswerConfinementTests {
  static let answers = [
    "ffconcat version 1.0\nfile URL\n",
    """
    <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"
    profiles="urn:mpeg:dash:profile:isoff-on-demand:2011">
    <Period><AdaptationSet mimeType="video/mp4"><Representation id="1"
    bandwidth="1"><BaseURL>URL</BaseURL></Representation></AdaptationSet></Period></MPD>
    """,
  ]

  @Test(arguments: answers) func doesNotFollowReferencesInAnswer(answer: String) throws {
    let server = try FaultServer()
    let text = answer.replacingOccurrences(of: "URL", with: server.url("/other.mp4").absoluteString)
    server.serve("/film.mp4", ServedResource(.data(Data(text.utf8))))
    server.serve("/other.mp4", try ServedResource(file: Fixtures.url("demo.mp4")))
    do {
      _ = try MediaProbe.probe(server.url("/film.mp4"))
      Issue.record("it was opened")
    } catch {
      if case .refusedContainer = error.kind {} else { Issue.record("\(error.kind)") }
    }
    #expect(server.requests.allSatisfy { $0.path == "/film.mp4" })
  }

  /// A playlist after the first line of an old internet radio, which libavformat's own playlist reader would accept.
  @Test func refusesPlaylistInsideRadio() throws {
    let server = try FaultServer()
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(server.url("/other.ts").absoluteString)\n#EXT-X-ENDLIST\n"
    var radio = ServedResource(.data(Data(text.utf8)))
    radio.length = .none
    radio.hasRanges = false
    radio.fields = ["icy-name": "A radio"]
    server.serve("/radio", radio)
    server.serve("/other.ts", try ServedResource(file: Fixtures.url("mpeg2.ts")))
    #expect(throws: MediaError.self) { try MediaProbe.probe(server.url("/radio")) }
    #expect(server.requests.allSatisfy { $0.path == "/radio" })
  }

  /// A segment of a stream that is a list of other files.
  @Test func refusesListInSegment() throws {
    let server = try FaultServer()
    let list = "ffconcat version 1.0\nfile \(server.url("/other.ts").absoluteString)\n"
    server.serve("/0.ts", ServedResource(.data(Data(list.utf8))))
    server.serve("/other.ts", try ServedResource(file: Fixtures.url("mpeg2.ts")))
    let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n0.ts\n#EXT-X-ENDLIST\n"
    server.serve("/index.m3u8", ServedResource(.data(Data(playlist.utf8))))
    #expect(throws: MediaError.self) { try MediaProbe.probe(server.url("/index.m3u8")) }
    #expect(!server.requests.contains { $0.path == "/other.ts" })
  }
}
