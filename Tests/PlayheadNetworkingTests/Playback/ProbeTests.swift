import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

/// A probe of a URL returns the same as that of the file, with few requests.
@Suite("Probing URLs")
struct ProbeTests {
  @Test(arguments: ["demo.mp4", "vfr.mkv", "audio.flac", "audio.mp3", "audio.ogg", "mpeg2.ts", "late-audio.mp4"])
  func matchesProbeOfFile(name: String) throws {
    let server = try FaultServer()
    server.serve("/\(name)", try ServedResource(file: Fixtures.url(name)))
    let local = try MediaProbe.probe(Fixtures.url(name))
    let info = try MediaProbe.probe(server.url("/\(name)"))
    #expect(info.details == local.details)
    #expect(info.tracks == local.tracks)
    #expect(server.requests.count <= 4)
  }

  @Test("cover art is fetched on request, with the fields of the asset's requests")
  func cover() throws {
    let server = try FaultServer()
    var resource = try ServedResource(file: Fixtures.url("demo.mp4"))
    resource.requiredFields = ["X-Token": "abc"]
    server.serve("/demo.mp4", resource)
    let options = RequestOptions(fields: [.init("X-Token", "abc")])
    let url = server.url("/demo.mp4")
    let details = try MediaProbe.probe(url, options: options).details
    let cover = try #require(details?.tags.first { $0.key == "covr" })
    let local = try Fixtures.url("demo.mp4")
    #expect(
      try MediaProbe.bytes(of: cover.value, in: url, options: options) == MediaProbe.bytes(of: cover.value, in: local))
    #expect(throws: MediaError.self) { try MediaProbe.bytes(of: cover.value, in: url) }
  }

  @Test("without ranges the data read while probing is described")
  func plainServer() throws {
    let server = try FaultServer()
    var resource = try ServedResource(file: Fixtures.url("demo.mp4"))
    resource.hasRanges = false
    server.serve("/demo.mp4", resource)
    let info = try MediaProbe.probe(server.url("/demo.mp4"))
    #expect(info.details?.tags.contains { $0.text == "A Day over the Hills" } == true)
    #expect(info.tracks.count == 7)
  }
}
