import Foundation
import PlayheadBasics
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

/// Segments that stay unreadable however often they are requested. All waits of the network are scaled to a twentieth,
/// those between two tries of the player are not.
@Suite("Unreadable segments")
struct UnreadableSegmentTests {
  enum Cause: String, CaseIterable, Sendable { case key, section, segment, tooLarge }

  /// The third segment is unreadable.
  private func clip(_ cause: Cause, isLive: Bool = false) throws -> FaultServer {
    let server = try FaultServer()
    let sliced = try SlicedStream.transport("start-offset.ts")
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
    for (index, segment) in sliced.segments.enumerated() {
      var resource = ServedResource(.data(segment.data))
      if index == 2 {
        switch cause {
        case .key: text += "#EXT-X-KEY:METHOD=AES-128,URI=\"other\"\n"
        case .section: text += "#EXT-X-MAP:URI=\"other\"\n"
        case .segment: resource.lastingFault = .status(503)
        case .tooLarge: resource.length = .wrong(by: ResourceLimits.segmentBytes.value)
        }
      }
      server.serve("/\(index).ts", resource)
      text += "#EXTINF:1,\n\(index).ts\n"
    }
    var other = ServedResource(.data(Data()))
    other.lastingFault = .status(503)
    server.serve("/other", other)
    server.serve("/index.m3u8", ServedResource(.data(Data((text + "#EXT-X-ENDLIST\n").utf8))))
    return server
  }

  /// Within a second of retries: at 0, 0.5 and 1 s, each with up to four requests of its own. The later segments have
  /// been fetched.
  @Test(arguments: Cause.allCases) func retriesUnreadableSegmentWithBackoff(
    cause: Cause
  ) throws {
    let server = try clip(cause)
    defer { server.stop() }
    var options = RequestOptions()
    options.networkTimeout = 1
    let run = StreamRun(server.url("/index.m3u8"), options: options, sources: ScaledTimeSources(pace: 0.05))
    var steps = 0
    while run.failure == nil, run.playedShort == nil, !run.hasEnded, steps < 600 {
      run.run(seconds: 0.1)
      steps += 1
    }
    #expect(run.failure != nil || run.playedShort != nil)
    let counts = Dictionary(grouping: server.requests, by: \.path).mapValues(\.count)
    let failing = cause == .segment || cause == .tooLarge ? "/2.ts" : "/other"
    #expect((1...(cause == .tooLarge ? 1 : 20)).contains(counts[failing] ?? 0), "\(counts)")
    let others = counts.filter { $0.key != failing }
    #expect(others.values.allSatisfy { $0 == 1 }, "\(counts)")
    #expect(others.count > 4, "\(counts)")
  }
}
