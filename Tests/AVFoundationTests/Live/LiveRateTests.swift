import AVFoundation
import Foundation
import PlayheadTesting
import Synchronization
import Testing

@Suite("§5.9 rates at the edges of a live window")
struct LiveRateTests {
  /// Six times the same ten seconds: the edge is three target durations before the end, at 30.
  private func scene() throws -> (Stage, FaultServer) {
    let server = try FaultServer()
    let lines =
      ["#EXTM3U", "#EXT-X-TARGETDURATION:10"]
      + Array(repeating: ["#EXTINF:10,", "film.ts"], count: 6).joined(separator: ["#EXT-X-DISCONTINUITY"])
    server.serve("/live.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    server.serve("/film.ts", ServedResource(.data(try Data(contentsOf: Fixture.url("start-offset.ts")))))
    let stage = Stage()
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: server.url("/live.m3u8")))
    stage.settle()
    return (stage, server)
  }

  /// Plays from a position at a rate until the rate changes, and returns the reasons and positions of all changes.
  private func changes(from start: Double, rate: Float) throws -> [String] {
    let (stage, server) = try scene()
    defer { server.stop() }
    stage.player.seek(to: .seconds(start), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    let events = Mutex<[String]>([])
    let player = stage.player
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
    ) { note in
      let reason = note.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
      let place = Int(player.currentTime().seconds.rounded())
      events.withLock { $0.append("\(player.rate) at \(place) \(reason?.rawValue.dropFirst(27) ?? "nil")") }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    stage.player.rate = rate
    #expect(stage.run { player.rate == 1 })
    stage.run(2)
    #expect(player.rate == 1 && player.timeControlStatus == .playing)
    return events.withLock { $0 }
  }

  @Test("playback faster than real time falls to rate 1 at the live edge")
  func edge() throws {
    #expect(try changes(from: 24, rate: 2) == ["2.0 at 24 SetRateCalled", "1.0 at 30 PlayheadReachedLiveEdge"])
    #expect(AVPlayer.RateDidChangeReason.playheadReachedLiveEdge.rawValue.hasPrefix("AVPlayerRateDidChangeReason"))
  }

  @Test("reverse playback turns to rate 1 at the start of the window")
  func beginning() throws {
    #expect(
      try changes(from: 3, rate: -1) == [
        "-1.0 at 3 SetRateCalled", "1.0 at 0 ReversePlaybackReachedStartOfSeekableRange",
      ])
  }
}
