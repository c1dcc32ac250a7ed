import CoreMedia
import Foundation
import PlayheadItems
import PlayheadStreaming
import PlayheadTesting
import TestSupport
import Testing

@Suite("§5.9 streams of several variants")
struct VariantTests {
  private static let multivariant = """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=640x360
    a/index.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=1000000,RESOLUTION=320x180
    b/index.m3u8

    """

  private func server() throws -> (FaultServer, SlicedStream) {
    let server = try FaultServer()
    let sliced = try SlicedStream.transport("start-offset.ts")
    server.serve("/index.m3u8", ServedResource(.data(Data(Self.multivariant.utf8))))
    sliced.serve("/a", on: server)
    sliced.serve("/b", on: server)
    return (server, sliced)
  }

  private func refuse(_ path: String, on server: FaultServer, status: Int = 404) {
    var resource = ServedResource(.data(Data()))
    resource.lastingFault = .status(status)
    server.serve(path, resource)
  }

  @Test("a missing segment is taken from another variant, without a gap")
  func failOver() throws {
    let (server, sliced) = try server()
    refuse(sliced.path("/a", 2), on: server)
    let stream = DumpedLines(server.url("/index.m3u8"))
    #expect(try stream.frames == DumpedLines(Fixtures.url("start-offset.ts")).frames)
    let paths = server.requests.map(\.path)
    #expect(paths.contains(sliced.path("/b", 2)))
    #expect(!paths.contains(sliced.path("/b", 0)))
  }

  @Test("a broken segment is continued in another variant: no frame repeats, none is missing")
  func brokenWithin() throws {
    let (server, sliced) = try server()
    var broken = ServedResource(.data(sliced.segments[3].data))
    broken.hasRanges = false
    broken.faults = [.reset(after: sliced.segments[3].data.count / 2)]
    broken.lastingFault = .status(404)
    server.serve(sliced.path("/a", 3), broken)
    let run = StreamRun(server.url("/index.m3u8"))
    run.run(seconds: 15)
    #expect(run.hasEnded)
    let times = run.frames.map(\.time.seconds)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.enumerated().filter { abs($0.element - 1.0 / 30) > 0.001 }
    #expect(
      steps.isEmpty && times.count == 300,
      Comment(rawValue: "\(times.count) \(steps) \(run.item.log.errors.map(\.error.kind))"))
    let ends = run.audioBlocks.map { $0.time.seconds + Double($0.samples.count / 2) / 48_000 }
    #expect(zip(ends, run.audioBlocks.dropFirst()).allSatisfy { abs($1.time.seconds - $0) < 0.01 })
  }

  @Test("a variant without a playlist is not played")
  func missingPlaylist() throws {
    let (server, _) = try server()
    refuse("/a/index.m3u8", on: server)
    #expect(DumpedLines(server.url("/index.m3u8")).frames.count == 300)
    refuse("/b/index.m3u8", on: server, status: 403)
    #expect(DumpedLines(server.url("/index.m3u8")).events.contains { $0.contains("failed http(status: 40") })
  }

  /// Expects that playback has ended in the first variant, and that each frame was shown once.
  private func expectSwitchWithoutGap(_ played: StreamRun, _ server: FaultServer, _ sliced: SlicedStream) {
    #expect(played.hasEnded && !played.hasStalled)
    #expect(
      server.requests.contains { $0.path == sliced.path("/a", sliced.segments.count - 1) },
      "\(server.requests.map(\.path))")
    let times = played.frames.map(\.time.seconds)
    #expect(times.count == 300 && times == times.sorted() && Set(times).count == 300)
  }

  @Test("HDR variants play as soon as a display shows HDR, without a gap")
  func highDynamicRange() throws {
    let (server, sliced) = try server()
    let playlist = Self.multivariant.replacing("BANDWIDTH=2000000", with: "VIDEO-RANGE=PQ,BANDWIDTH=900000")
    server.serve("/index.m3u8", ServedResource(.data(Data(playlist.utf8))))
    let displays = HDRDisplays()
    let played = StreamRun(server.url("/index.m3u8"), ahead: 0.1, displays: displays)
    played.run(seconds: 0.3)
    #expect(!server.requests.contains { $0.path.hasPrefix("/a/") })
    _ = displays.set(.pq, for: ObjectIdentifier(played))
    played.run(seconds: 20)
    expectSwitchWithoutGap(played, server, sliced)
  }

  @Test("limits apply, also during playback, and a switch is seamless")
  func limits() throws {
    let (server, sliced) = try server()
    let played = StreamRun(server.url("/index.m3u8"), ahead: 0.1) { $0.variantPreferences.peakBitRate = 1_500_000 }
    played.run(seconds: 0.3)
    #expect(!server.requests.contains { $0.path.hasPrefix("/a/") })
    played.item.variantPreferences.peakBitRate = 0
    played.item.variantPreferences.pinned = 0
    played.run(seconds: 20)
    expectSwitchWithoutGap(played, server, sliced)
  }
}
