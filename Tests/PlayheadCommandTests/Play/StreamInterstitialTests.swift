import CoreMedia
import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadCommand

/// `playhead play` and the interstitials of streams. Frames carry their numbers, 30 a second.
@MainActor @Suite("Interstitials of streams in the command")
struct StreamInterstitialTests {
  private final class Shown: Sendable {
    let numbers = Mutex<[Int]>([])
  }

  /// The shown frames, and the notifications of the interface.
  private func play(
    _ server: FaultServer, keys: (Player, ManualClock) -> Void = { _, _ in }
  ) -> ([ClosedRange<Int>], [String]) {
    let clock = ManualClock()
    let environment = PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock)
    let player = Player(
      files: [MediaLocation(server.url("/film.m3u8").absoluteString)], options: PlayOptions(), environment: environment
    ) {}
    let shown = Shown()
    player.attach(
      CapturingVideoSink(checksums: false) { videoFrame in
        let number = FrameNumber.read(videoFrame.frame) ?? -1
        shown.numbers.withLock { $0.append(number) }
      })
    defer { player.close() }
    player.start()
    var events: [String] = []
    var isOver = false
    while !isOver {
      clock.settle()
      for notice in player.update() {
        switch notice {
        case .breakBegan(let id, let position): events.append("\(id) at \(position)")
        case .breakEnded(let id, _): events.append("end of \(id)")
        case .failed: events.append("failed")
        case .finished: isOver = true
        default: break
        }
      }
      keys(player, clock)
      if !isOver, !clock.step() { break }
    }
    let numbers = shown.numbers.withLock { $0 }
    let runs = numbers.reduce(into: [ClosedRange<Int>]()) { runs, number in
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else if runs.last?.upperBound != number {
        runs.append(number...number)
      }
    }
    return (runs, events)
  }

  private func server(_ attributes: String, of classID: String = "interstitial") throws -> FaultServer {
    let server = try FaultServer()
    let clip = try Data(contentsOf: try Fixtures.url("start-offset.ts"))
    let tag =
      #"#EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.\#(classID)",START-DATE="2024-01-01T00:00:03Z","# + attributes
    for (name, extra) in [("film", [tag]), ("ad", [])] {
      let lines =
        ["#EXTM3U", "#EXT-X-TARGETDURATION:10", "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z"] + extra
        + ["#EXTINF:10,", "\(name).ts", "#EXT-X-ENDLIST"]
      server.serve("/\(name).m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
      server.serve("/\(name).ts", ServedResource(.data(clip)))
    }
    return server
  }

  @Test(arguments: ["FILE", "concat:FILE", "ftp://127.0.0.1/film.ts"])
  func refusesForbiddenAssetURL(address: String) throws {
    let clip = try Fixtures.url("start-offset.ts")
    for reference in [address.replacingOccurrences(of: "FILE", with: clip.absoluteString), clip.path] {
      let server = try server(#"X-ASSET-URI="\#(reference)",X-RESUME-OFFSET=0"#)
      let (runs, _) = play(server)
      server.stop()
      // A path without a scheme is one of the server, which has no such file.
      #expect(runs.count == 1 && runs.first?.count ?? 0 >= 298, "\(runs)")
    }
  }

  @Test func refusesForbiddenAssetInList() throws {
    let clip = try Fixtures.url("start-offset.ts").absoluteString
    let server = try server(#"X-ASSET-LIST="list.json",X-RESUME-OFFSET=0"#)
    let list = #"{"ASSETS":[{"URI":"\#(clip)","DURATION":10},{"URI":"concat:\#(clip)","DURATION":10}]}"#
    server.serve("/list.json", ServedResource(.data(Data(list.utf8))))
    let (runs, _) = play(server)
    #expect(server.requests.contains { $0.path == "/list.json" })
    #expect(runs.count == 1 && runs.first?.count ?? 0 >= 298, "\(runs)")
  }

  @Test("an asset plays up to its limit, and the stream resumes at its position")
  func asset() throws {
    let server = try server(#"X-ASSET-URI="ad.m3u8",X-RESUME-OFFSET=0,X-PLAYOUT-LIMIT=2"#)
    let (runs, events) = play(server)
    // The first frame is 21 ms late: at whole seconds the previous one is shown.
    #expect(runs == [0...89, 0...59, 89...299])
    #expect(events == ["ad at 3.0", "end of ad"])
  }

  @Test("a list of assets; without an offset the stream resumes after the elapsed time")
  func list() throws {
    let server = try server(#"X-ASSET-LIST="list.json",X-PLAYOUT-LIMIT=3"#)
    let list = #"{"ASSETS":[{"URI":"gone.m3u8"},{"URI":"ad.m3u8"}]}"#
    server.serve("/list.json", ServedResource(.data(Data(list.utf8))))
    let (runs, events) = play(server)
    #expect(runs.count == 3 && runs[0] == 0...89 && runs[1] == 0...89 && runs[2].upperBound == 299)
    #expect((178...182).contains(runs[2].lowerBound))
    #expect(events == ["ad at 3.0", "end of ad"])
    #expect(server.requests.contains { $0.path.hasPrefix("/list.json") })
  }

  @Test("assets of a schedule document")
  func schedule() throws {
    let server = try server(#"X-URI="day.json""#, of: "daterange-schedule")
    let event = #""CLASS":"com.apple.hls.interstitial","X-ASSET-URI":"ad.m3u8","X-RESUME-OFFSET":0,"X-PLAYOUT-LIMIT":2"#
    let document = #"{"DATERANGES":[{"ID":"late","X-SCHEDULE-OFFSET":2,\#(event)}]}"#
    server.serve("/day.json", ServedResource(.data(Data(document.utf8))))
    let (runs, events) = play(server)
    #expect(runs == [0...149, 0...59, 149...299])
    #expect(events == ["late at 5.0", "end of late"])
  }

  @Test("faster playback of a live stream continues at rate 1 from its edge")
  func edge() throws {
    let server = try FaultServer()
    // Six times ten seconds; the edge is three target durations before the end.
    let lines =
      ["#EXTM3U", "#EXT-X-TARGETDURATION:10"]
      + Array(repeating: ["#EXTINF:10,", "film.ts"], count: 6).joined(separator: ["#EXT-X-DISCONTINUITY"])
    server.serve("/live.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    server.serve("/film.ts", ServedResource(.data(try Data(contentsOf: try Fixtures.url("start-offset.ts")))))
    let clock = ManualClock()
    let environment = PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock)
    var options = PlayOptions()
    options.rate = 2
    let player = Player(
      files: [MediaLocation(server.url("/live.m3u8").absoluteString)], options: options, environment: environment
    ) {}
    defer { player.close() }
    player.start()
    clock.advance(by: .seconds(1))
    _ = player.update()
    // It starts at the edge, where the speed must not exceed 1.
    #expect(player.speed == 1 && abs(player.position - 31) < 0.2)
    player.perform(.seek(seconds: -7, isExact: true))
    player.perform(.multiplyRate(2))
    #expect(player.speed == 2)
    clock.advance(by: .seconds(2))
    _ = player.update()
    #expect(player.speed == 2)
    clock.advance(by: .seconds(2))
    _ = player.update()
    #expect(player.speed == 1 && (30...32).contains(player.position))
  }

  @Test("an unavailable asset skips nothing of the stream")
  func missing() throws {
    let server = try server(#"X-ASSET-URI="gone.m3u8",X-RESUME-OFFSET=5"#)
    let (runs, events) = play(server)
    #expect(runs == [0...299] || runs == [0...89, 89...299])
    #expect(events == ["ad at 3.0", "end of ad"])
  }

  @Test("a seek ends it")
  func seek() throws {
    let server = try server(#"X-ASSET-URI="ad.m3u8",X-RESUME-OFFSET=0"#)
    var begun: HostTime?
    var hasSought = false
    let (runs, events) = play(server) { player, clock in
      guard player.interstitialEvent != nil, !hasSought else { return }
      begun = begun ?? clock.now
      guard let begun, clock.now - begun >= .seconds(2) else { return }
      hasSought = true
      player.perform(.seek(seconds: 3, isExact: true))
    }
    #expect(runs.first == 0...89 && runs.last?.upperBound == 299)
    #expect(runs.last.map { (178...182).contains($0.lowerBound) } == true)
    #expect(events == ["ad at 3.0", "end of ad"])
  }
}
