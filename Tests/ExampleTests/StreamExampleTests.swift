import Foundation
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

/// Examples that play URLs, from a server on the loopback interface.
@Suite("Examples that play streams") struct StreamExampleTests {
  private let server: FaultServer

  init() throws { server = try FaultServer() }

  /// A transport stream of ten seconds, twice.
  private func playlist(isOver: Bool = true) -> ServedResource {
    let segment = ["#EXTINF:10,", "film.ts"]
    let lines =
      ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:10"] + segment + ["#EXT-X-DISCONTINUITY"] + segment
    return ServedResource(.data(Data((lines + (isOver ? ["#EXT-X-ENDLIST", ""] : [""])).joined(separator: "\n").utf8)))
  }

  private func serve(_ playlist: ServedResource) throws -> String {
    server.serve("/film.ts", try ServedResource(file: Fixtures.url("start-offset.ts")))
    server.serve("/index.m3u8", playlist)
    return server.url("/index.m3u8").absoluteString
  }

  @Test("a stream reports its duration and plays")
  func playStream() throws {
    #expect(try Example.run("PlayStream", try serve(playlist())) == printed("opening", "20.0 s"))
    let nothing = try Example.run("PlayStream", server.url("/nothing.m3u8").absoluteString)
    #expect(nothing.status == 1 && nothing.lines.count == 2 && nothing.lines.first == "opening")
    #expect(try Example.run("PlayStream") == ExampleResult(status: 2, lines: ["usage: PlayStream URL"]))
  }

  @Test("a live stream has no duration and ends when its playlist does")
  func playLive() throws {
    var live = playlist(isOver: false)
    let requested = Mutex(0)
    let (server, end) = (server, playlist())
    live.onRequest = {
      let count = requested.withLock { requested in
        requested += 1
        return requested
      }
      if count == 2 { server.serve("/index.m3u8", end) }
    }
    #expect(try Example.run("PlayStream", try serve(live)) == printed("opening", "live"))
  }

  @Test("a content key session decrypts a file and a stream")
  func playEncrypted() throws {
    let key = (0..<16).map { String(format: "%02x", $0) }.joined()
    let file = try Fixtures.url("cenc.mp4").path
    let identifier = String(repeating: "0", count: 32)
    let refused = try Example.run("PlayEncrypted", file, "0102")
    #expect(refused.status == 1 && refused.lines.first == "key \(identifier)")
    let tag = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"keys://one\",IV=0x6465666768696A6B6C6D6E6F70717273"
    let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:10", tag, "#EXTINF:10,", "aes.ts", "#EXT-X-ENDLIST"]
    server.serve("/aes.ts", try ServedResource(file: Fixtures.url("sample-aes.ts")))
    server.serve("/aes.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    let stream = try Example.run("PlayEncrypted", server.url("/aes.m3u8").absoluteString, key)
    #expect(stream == printed("key keys://one", "played"))
  }

  @Test("the kind of an unknown URL is determined")
  func playUnknown() throws {
    // A stream's tracks are known before it plays (Docs/KnownDifferences.md): the segment has a video and an audio
    // track.
    #expect(try Example.run("PlayUnknown", try serve(playlist())) == printed("2 tracks", "ready"))
    #expect(try Example.run("PlayUnknown", Fixtures.url("h264-bframes.mp4").path) == printed("2 tracks", "ready"))
    server.serve("/film.mp4", try ServedResource(file: Fixtures.url("h264-bframes.mp4")))
    #expect(try Example.run("PlayUnknown", server.url("/film.mp4").absoluteString) == printed("2 tracks", "ready"))
    let text = try Example.run("PlayUnknown", Fixtures.url("text.mp4").path)
    #expect(text.status == 1 && text.lines.count == 2 && text.lines.first == "perhaps a stream")
  }

  @Test("a cached file plays without the server")
  func playCached() throws {
    let folder = try TemporaryFolder()
    let resource = try ServedResource(file: Fixtures.url("audio.wav"))
    guard case .data(let data) = resource.body else { return }
    server.serve("/audio.wav", resource)
    let (url, cache) = (server.url("/audio.wav").absoluteString, folder.url.appendingPathComponent("cache").path)
    let retained = "\(data.count) bytes are kept"
    #expect(try Example.run("PlayCached", url, cache) == printed("0 bytes are kept.", "\(retained) now."))
    server.stop()
    #expect(try Example.run("PlayCached", url, cache) == printed("\(retained).", "\(retained) now."))
  }

  @Test("a stream is downloaded and plays without the server")
  func downloadStream() throws {
    let folder = try TemporaryFolder()
    let package = folder.url.appendingPathComponent("film.movpkg").path
    let result = try Example.run("DownloadStream", try serve(playlist()), package)
    #expect(result == printed("10 of 20 s", "20 of 20 s", "All of it is in \(package)."))
    server.stop()
    #expect(try Example.run("PlayUnknown", package).status == 0)
    #expect(try Example.run("DownloadStream", "http://127.0.0.1:1/a.m3u8", folder.url.path + "/b.movpkg").status == 1)
    #expect(try Example.run("DownloadStream", "http://127.0.0.1:1/a.m3u8", folder.url.path).status == 2)
  }
}
