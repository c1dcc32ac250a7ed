import CoreMedia
import Foundation
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadItems

/// A seek to a position that cannot be fetched for a while.
@Suite struct SeekDuringOutageTests {
  /// Each try of a segment makes four requests: twelve refusals end three tries of the seek.
  private static let refusals = 12

  private func server(_ refusals: Int) throws -> FaultServer {
    let server = try FaultServer()
    let clip = try SlicedStream.transport("start-offset.ts")
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2"]
    for (number, segment) in clip.segments.enumerated() {
      var resource = ServedResource(.data(segment.data))
      if number == 8 { resource.faults = Array(repeating: .status(503), count: refusals) }
      server.serve("/\(number).ts", resource)
      lines += ["#EXTINF:\(segment.duration),", "\(number).ts"]
    }
    lines.append("#EXT-X-ENDLIST")
    server.serve("/index.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    return server
  }

  private func run(_ server: FaultServer, timeout: Double?) -> StreamRun {
    var options = RequestOptions()
    options.networkTimeout = timeout
    return StreamRun(
      server.url("/index.m3u8"), options: options, ahead: 0.5, packetBytes: 48 << 10,
      sources: ScaledTimeSources(pace: 0.02))
  }

  @Test func seekFinishesWhenNetworkReturns() throws {
    let server = try server(Self.refusals)
    let run = run(server, timeout: nil)
    run.run(seconds: 0.5)
    run.seek(to: 8.2)
    run.run(seconds: 12)
    #expect(run.failure == nil && run.hasEnded)
    let requests = server.requests.filter { $0.path == "/8.ts" }.count
    #expect(requests > Self.refusals)
    #expect(run.frames.contains { abs($0.time.seconds - 8.2) < 0.05 })
  }

  @Test func seekFailsAfterTimeout() throws {
    let server = try server(Self.refusals)
    let run = run(server, timeout: 0)
    run.run(seconds: 0.5)
    run.seek(to: 8.2)
    run.run(seconds: 12)
    #expect(run.failure?.kind == .http(status: 503))
  }
}
