import AVFoundation
import PlayheadTesting
import Testing

@Suite("§5.3 durations determined later")
struct ItemDurationTests {
  @Test(
    "§5.3 a live event's duration is indefinite when ready; at the end of the event its change is reported")
  func ended() throws {
    let server = try FaultServer()
    defer { server.stop() }
    func publish(_ end: [String]) {
      let lines =
        ["#EXTM3U", "#EXT-X-TARGETDURATION:10", "#EXT-X-PLAYLIST-TYPE:EVENT", "#EXTINF:10,", "film.ts"] + end
      server.serve("/a.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    }
    publish([])
    server.serve("/film.ts", ServedResource(.data(try Data(contentsOf: Fixture.url("start-offset.ts")))))
    let stage = Stage()
    let eventLog = stage.eventLog
    let item = AVPlayerItem(url: server.url("/a.m3u8"))
    let token = item.observe(\.duration, options: .new) { item, _ in
      eventLog.add(item.duration.isNumeric ? "known" : "unknown")
    }
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.status == .readyToPlay)
    #expect(item.duration.isIndefinite)
    publish(["#EXT-X-ENDLIST"])
    stage.player.play()
    stage.run { item.duration.isNumeric }
    #expect(abs(item.duration.seconds - 10) < 0.1)
    #expect(eventLog.take() == ["known"])
    token.invalidate()
  }
}
