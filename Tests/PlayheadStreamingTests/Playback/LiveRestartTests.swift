import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

/// Encoders that are restarted, and live streams that never become playable.
@Suite("§5.9 live streams that restart or never start")
struct LiveRestartTests {
  /// A window of four segments of a second, whose numbers and names can restart.
  private final class Encoder {
    let server: FaultServer
    let sliced: SlicedStream
    let hasDates: Bool
    var number = 1000
    var name = "a"
    /// The sent seconds.
    var sent = 0

    init(hasDates: Bool) throws {
      server = try FaultServer()
      sliced = try SlicedStream.transport("start-offset.ts")
      self.hasDates = hasDates
      for _ in 0..<4 { step() }
    }

    var first = 1000

    func step() {
      server.serve(
        "/a/\(name)\(number).ts", ServedResource(.data(sliced.segments[sent % sliced.segments.count].data)))
      number += 1
      sent += 1
      if number - first > 4 { first += 1 }
      publish()
    }

    func restart() {
      (number, first, name) = (0, 0, name + "r")
    }

    func publish() {
      var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-MEDIA-SEQUENCE:\(first)"]
      for some in first..<number {
        if hasDates {
          let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(sent - (number - some)))
          lines.append("#EXT-X-PROGRAM-DATE-TIME:" + date.formatted(.iso8601))
        }
        lines += ["#EXT-X-DISCONTINUITY", "#EXTINF:1,", "\(name)\(some).ts"]
      }
      server.serve("/a/index.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    }
  }

  @Test("a media sequence that moves backward is joined again within two target durations", arguments: [true, false])
  func restart(hasDates: Bool) throws {
    let encoder = try Encoder(hasDates: hasDates)
    let run = StreamRun(encoder.server.url("/a/index.m3u8"))
    for _ in 0..<10 {
      run.run(seconds: 1)
      encoder.step()
    }
    #expect(run.failure == nil && run.frames.count > 200)
    for round in 1...2 {
      encoder.restart()
      for _ in 0..<3 { encoder.step() }
      run.run(seconds: 2)
      let name = "/a/a" + String(repeating: "r", count: round)
      #expect(encoder.server.requests.contains { $0.path.hasPrefix(name + "0") }, "round \(round)")
      let before = run.position
      for _ in 0..<10 {
        encoder.step()
        run.run(seconds: 1)
      }
      #expect(run.failure == nil)
      #expect(run.position > before + 8, "round \(round)")
    }
    let times = run.frames.map(\.time.seconds)
    #expect(times == times.sorted())
  }

  @Test("an encoder that serves an empty playlist while restarting is joined again")
  func emptyBetween() throws {
    let encoder = try Encoder(hasDates: false)
    let run = StreamRun(encoder.server.url("/a/index.m3u8"))
    for _ in 0..<6 {
      run.run(seconds: 1)
      encoder.step()
    }
    encoder.restart()
    encoder.publish()
    run.run(seconds: 2)
    for _ in 0..<12 {
      encoder.step()
      run.run(seconds: 1)
    }
    #expect(run.failure == nil)
    #expect(run.position > 14)
  }

  // MARK: Never playable

  /// A server whose playlist differs on each request.
  private func neverPlayable(_ text: (Int) -> String) throws -> StreamRun {
    let server = try FaultServer()
    func publish(_ version: Int) {
      server.serve("/index.m3u8", ServedResource(.data(Data(text(version).utf8))))
    }
    publish(0)
    let run = StreamRun(server.url("/index.m3u8"))
    for version in 1...40 {
      run.run(seconds: 0.25)
      publish(version)
    }
    return run
  }

  @Test(
    "a live playlist that never has a segment fails within ten seconds",
    arguments: [
      "#EXT-X-TARGETDURATION:1", "#EXT-X-TARGETDURATION:6", "#EXT-X-TARGETDURATION:999999", "",
      "#EXT-X-TARGETDURATION:6\n#EXT-X-SERVER-CONTROL:HOLD-BACK=-1000",
      "#EXT-X-TARGETDURATION:1\n#EXT-X-PART-INF:PART-TARGET=0",
      "#EXT-X-TARGETDURATION:1\n#EXT-X-PART-INF:PART-TARGET=99999999999999999999",
    ])
  func empty(_ head: String) throws {
    let run = try neverPlayable { "#EXTM3U\n\(head)\n#EXT-X-MEDIA-SEQUENCE:\($0)\n" }
    guard case .badPlaylist(let reason)? = run.failure?.kind else {
      Issue.record("\(String(describing: run.failure))")
      return
    }
    #expect(reason.contains("no segment"))
  }

  @Test("a live playlist with only gaps fails within ten seconds")
  func gaps() throws {
    let run = try neverPlayable { version in
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(version)\n"
        + "#EXT-X-GAP\n#EXTINF:1,\n\(version).ts\n#EXT-X-GAP\n#EXTINF:1,\n\(version + 1).ts\n"
    }
    #expect(run.failure != nil)
  }

  @Test(
    "an unreachable hold-back or part is ignored, and the stream plays",
    arguments: [
      "#EXT-X-SERVER-CONTROL:HOLD-BACK=-1000", "#EXT-X-SERVER-CONTROL:HOLD-BACK=9999999999",
      "#EXT-X-PART-INF:PART-TARGET=0", "#EXT-X-PART-INF:PART-TARGET=-1\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=-3",
      "#EXT-X-PART-INF:PART-TARGET=99999999999999999999",
    ])
  func unreachableHoldBack(_ tag: String) throws {
    let broadcast = try Broadcast(size: 8)
    broadcast.tags = [tag]
    broadcast.publish()
    let run = StreamRun(broadcast.server.url("/a/index.m3u8"))
    for _ in 0..<10 {
      run.run(seconds: 1)
      broadcast.slide()
    }
    #expect(run.failure == nil && !run.hasStalled && run.frames.count > 250)
  }

  // MARK: Request rates

  @Test(
    "no playlist causes more than five requests a second, and fewer while nothing new comes",
    arguments: [
      "#EXT-X-PART-INF:PART-TARGET=0", "#EXT-X-PART-INF:PART-TARGET=-5",
      "#EXT-X-PART-INF:PART-TARGET=0.000001\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=6",
      "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES", "#EXT-X-SKIP:SKIPPED-SEGMENTS=3",
      "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1000000",
    ])
  func floods(_ tags: String) throws {
    let sliced = try SlicedStream.transport("start-offset.ts")
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:7\n\(tags)\n"
    for index in sliced.segments.indices { text += "#EXTINF:1,\n\(index).ts\n" }
    var resources: [String: (data: Data, weight: Double)] = ["/index.m3u8": (Data(text.utf8), 1)]
    for (index, segment) in sliced.segments.enumerated() { resources["/\(index).ts"] = (segment.data, 1) }
    let manual = ManualClock()
    let clock = LinkClock(manual: manual)
    let link = VirtualLink(clock: clock, resources) { _ in 100_000_000 }
    defer { link.close() }
    let environment = PlaybackEnvironment(
      clock: clock, audio: CapturingAudio { _ in }, delivery: manual, sources: link)
    let session = PlaybackSession(environment: environment) {}
    defer { session.close() }
    session.setRate(1)
    let url = try #require(URL(string: "http://link/index.m3u8"))
    session.setItem(EngineItem(url: url))
    manual.advance(by: .seconds(8))
    let requested = link.requested.filter { $0.path == "/index.m3u8" }.map(\.at)
    // Five a second would be forty, a steady back-off is 18.
    #expect(requested.count <= 20, "\(requested.count) requests in eight seconds: \(requested)")
    #expect(zip(requested, requested.dropFirst()).dropFirst().allSatisfy { $1 - $0 > 0.19 }, "\(requested)")
  }
}
