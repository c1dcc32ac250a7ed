import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadNetworking
import PlayheadStreaming
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadHLS
@testable import PlayheadItems

/// Parts of incomplete segments (second edition, appendix B).
@Suite("Low latency")
struct LowLatencyTests {
  /// A file of segments of a second in four parts each; the parts available at a time are announced.
  private final class Broadcast {
    let server: FaultServer
    let sliced: SlicedStream
    /// The number of available quarters of a second.
    var quarters: Int
    static let partsInSegment = 4

    init(quarters: Int) throws {
      server = try FaultServer()
      sliced = try SlicedStream.transport("start-offset.ts")
      self.quarters = quarters
      for (index, segment) in sliced.segments.enumerated() {
        server.serve("/a/\(index).ts", ServedResource(.data(segment.data)))
        for part in 0..<Self.partsInSegment {
          server.serve("/a/\(index).\(part).ts", ServedResource(.data(Self.piece(part, of: segment.data))))
        }
      }
      publish()
    }

    /// A quarter of the packets of 188 bytes.
    private static func piece(_ part: Int, of data: Data) -> Data {
      let packets = data.count / 188
      return data[packets * part / partsInSegment * 188..<packets * (part + 1) / partsInSegment * 188]
    }

    func publish() {
      var lines = [
        "#EXTM3U", "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:1", "#EXT-X-PART-INF:PART-TARGET=0.26",
        "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=0.78,CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=6", "#EXT-X-MEDIA-SEQUENCE:0",
      ]
      let complete = min(quarters / Self.partsInSegment, sliced.segments.count)
      for index in 0..<min(complete + 1, sliced.segments.count) {
        let count = index < complete ? Self.partsInSegment : quarters % Self.partsInSegment
        let duration = sliced.segments[index].duration
        if index + 2 >= complete {
          for part in 0..<count {
            let mark = part == 0 ? ",INDEPENDENT=YES" : ""
            lines.append("#EXT-X-PART:DURATION=\(duration / 4),URI=\"\(index).\(part).ts\"\(mark)")
          }
        }
        if index < complete { lines += ["#EXTINF:\(duration),", "\(index).ts"] }
      }
      if complete == sliced.segments.count { lines.append("#EXT-X-ENDLIST") }
      server.serve("/a/index.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    }
  }

  @Test("parts play before their segment is complete, near the edge, without a gap")
  func parts() throws {
    let broadcast = try Broadcast(quarters: 14)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8"))
    run.run(seconds: 0.01)
    #expect(run.item.snapshot.recommendedOffset == 0.78)
    var distances: [Double] = []
    while broadcast.quarters < 40 {
      run.run(seconds: 0.25)
      broadcast.quarters += 1
      broadcast.publish()
      distances.append(Double(broadcast.quarters) / 4 - run.position)
    }
    #expect(!run.hasStalled && run.failure == nil)
    #expect(distances.dropFirst().allSatisfy { (0.5...1.4).contains($0) }, "\(distances)")
    run.run(seconds: 5)
    #expect(run.hasEnded)
    let paths = broadcast.server.requests.map(\.path)
    #expect(paths.contains("/a/6.1.ts") && paths.contains("/a/6.3.ts") && !paths.contains("/a/6.ts"))
    let segments = paths.filter { $0.hasSuffix(".ts") }
    #expect(Set(segments).count == segments.count)
    let times = run.frames.map(\.time.seconds)
    #expect(times == times.sorted() && Set(times).count == times.count)
    let span = (times.last ?? 0) - (times.first ?? 0)
    #expect(abs(Double(times.count - 1) - span * 30) < 1.5)
  }

  @Test("a seek back uses whole segments")
  func seek() throws {
    let broadcast = try Broadcast(quarters: 23)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8"))
    run.run(seconds: 0.01)
    run.seek(to: 1.5)
    run.run(seconds: 0.2)
    #expect(abs(run.position - 1.7) < 0.05)
    #expect(broadcast.server.requests.contains { $0.path == "/a/1.ts" })
  }

  @Test("blocking playlist reloads and delta updates are requested")
  func blocking() throws {
    let broadcast = try Broadcast(quarters: 14)
    let environment = PlaybackEnvironment(clock: SystemClock(), audio: nil)
    let url = broadcast.server.url("/a/index.m3u8")
    let context = StreamContext(
      EngineItem(url: url), environment, control: StreamControl(gate: environment.clock.makeGate("test")))
    let feed = PlaylistFeed(url: url, context: context)
    try feed.wait(alignedWith: nil)
    // The second request has a distance from the first.
    let limit = environment.clock.now + .seconds(10)
    while broadcast.server.requests.count < 2, environment.clock.now < limit { _ = feed.tend(alignedWith: nil) }
    #expect(
      broadcast.server.requests.map(\.target) == [
        "/a/index.m3u8", "/a/index.m3u8?_HLS_msn=3&_HLS_part=2&_HLS_skip=YES",
      ])
  }

  @Test("a rendition's playlist is requested at the position of its report")
  func reports() throws {
    let broadcast = try Broadcast(quarters: 14)
    let environment = PlaybackEnvironment(clock: ManualClock(), audio: nil)
    let url = broadcast.server.url("/b/index.m3u8")
    let context = StreamContext(
      EngineItem(url: url), environment, control: StreamControl(gate: environment.clock.makeGate("test")))
    func target(_ report: String) throws -> String? {
      let text = """
        #EXTM3U
        #EXT-X-TARGETDURATION:1
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1
        #EXT-X-PART-INF:PART-TARGET=0.3
        #EXT-X-MEDIA-SEQUENCE:40
        #EXTINF:1,
        40.ts
        \(report)
        """
      let parsed = try PlaylistParser.parse(Array(text.utf8), url: broadcast.server.url("/a/index.m3u8"))
      guard case .media(let playlist) = parsed else { return nil }
      let count = broadcast.server.requests.count
      let feed = PlaylistFeed(url: url, context: context)
      feed.begin(reportedBy: playlist)
      withExtendedLifetime(feed) { broadcast.server.waitForRequests(count: count + 1) }
      return broadcast.server.requests.last?.target
    }
    #expect(
      try target("#EXT-X-RENDITION-REPORT:URI=\"../b/index.m3u8\",LAST-MSN=41,LAST-PART=2")
        == "/b/index.m3u8?_HLS_msn=41&_HLS_part=2")
    // An omitted LAST-MSN equals that of the reporting playlist.
    #expect(
      try target("#EXT-X-RENDITION-REPORT:URI=\"../b/index.m3u8\",LAST-PART=1")
        == "/b/index.m3u8?_HLS_msn=40&_HLS_part=1")
    #expect(try target("#EXT-X-RENDITION-REPORT:URI=\"../c/index.m3u8\",LAST-MSN=41") == "/b/index.m3u8")
  }

  @Test("a hinted part is requested before it exists")
  func hintedPart() throws {
    let server = try FaultServer()
    let gate = ServerGate()
    let text = """
      #EXTM3U
      #EXT-X-TARGETDURATION:1
      #EXT-X-PART-INF:PART-TARGET=0.5
      #EXT-X-PART:DURATION=0.5,URI="0.0.ts",INDEPENDENT=YES
      #EXT-X-PRELOAD-HINT:TYPE=PART,URI="0.1.ts"
      """
    server.serve("/index.m3u8", ServedResource(.data(Data(text.utf8))))
    server.serve("/0.0.ts", ServedResource(.data(Data(count: 188))))
    var late = ServedResource(.data(Data(count: 188)))
    late.lastingFault = .hold(gate)
    server.serve("/0.1.ts", late)
    defer { gate.open() }
    let environment = PlaybackEnvironment(clock: SystemClock(), audio: nil)
    let url = server.url("/index.m3u8")
    let context = StreamContext(
      EngineItem(url: url), environment, control: StreamControl(gate: environment.clock.makeGate("test")))
    let feed = PlaylistFeed(url: url, context: context)
    try feed.wait(alignedWith: nil)
    let reader = RenditionReader(feed, kinds: [.video], context: context)
    reader.seek(to: .zero)
    while !server.requests.contains(where: { $0.path == "/0.1.ts" }) {
      _ = reader.tend(StreamLimits())
      usleep(1000)
    }
    gate.waitForArrival()
    #expect(server.requests.map(\.path).filter { $0 == "/0.1.ts" }.count == 1)
  }
}
