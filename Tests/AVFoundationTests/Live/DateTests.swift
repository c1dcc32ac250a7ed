import AVFoundation
import PlayheadTesting
import Synchronization
import Testing

@Suite("§5.9 dates and the offset from live")
struct DateTests {
  private func stage(_ tags: [String]) throws -> (Stage, AVPlayerItem, FaultServer) {
    let server = try FaultServer()
    let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:10"] + tags + ["#EXTINF:10,", "film.ts", "#EXT-X-ENDLIST"]
    server.serve("/a.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    server.serve("/film.ts", ServedResource(.data(try Data(contentsOf: Fixture.url("start-offset.ts")))))
    let stage = Stage()
    let item = AVPlayerItem(url: server.url("/a.m3u8"))
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    return (stage, item, server)
  }

  @Test("seeking to a date, by player and by item, reports completion")
  func dates() throws {
    let (stage, item, server) = try stage(["#EXT-X-PROGRAM-DATE-TIME:2024-05-06T07:08:09Z"])
    defer { server.stop() }
    let begin = try #require(ISO8601DateFormatter().date(from: "2024-05-06T07:08:09Z"))
    #expect(item.currentDate() == begin)
    let answers = Mutex<[Bool]>([])
    stage.player.seek(to: begin + 4) { done in answers.withLock { $0.append(done) } }
    stage.settle()
    #expect(abs(stage.player.currentTime().seconds - 4) < 0.05)
    #expect(abs((item.currentDate() ?? .distantPast).timeIntervalSince(begin) - 4) < 0.05)
    stage.player.seek(to: begin + 40) { done in answers.withLock { $0.append(done) } }
    stage.settle()
    #expect(answers.withLock { $0 } == [true, false])
    #expect(item.seek(to: begin + 2) { done in answers.withLock { $0.append(done) } })
    stage.settle()
    #expect(answers.withLock { $0 } == [true, false, true])
    #expect(abs(stage.player.currentTime().seconds - 2) < 0.05)
  }

  @Test("without dates or an item, seeking to a date fails")
  func noDates() throws {
    let (stage, item, server) = try stage([])
    defer { server.stop() }
    #expect(item.currentDate() == nil)
    let answers = Mutex<[Bool]>([])
    stage.player.seek(to: .now) { done in answers.withLock { $0.append(done) } }
    stage.settle()
    stage.player.replaceCurrentItem(with: nil)
    stage.player.seek(to: .now) { done in answers.withLock { $0.append(done) } }
    stage.settle()
    #expect(answers.withLock { $0 } == [false, false])
  }

  @Test("the default live offset, a set one, and a copy")
  func distance() throws {
    let (_, item, server) = try stage([])
    defer { server.stop() }
    #expect(!item.configuredTimeOffsetFromLive.isValid && !item.recommendedTimeOffsetFromLive.isValid)
    #expect(!item.automaticallyPreservesTimeOffsetFromLive)
    item.configuredTimeOffsetFromLive = CMTime(value: 12, timescale: 1)
    item.automaticallyPreservesTimeOffsetFromLive = true
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.configuredTimeOffsetFromLive.seconds == 12 && copy.automaticallyPreservesTimeOffsetFromLive)
    item.configuredTimeOffsetFromLive = .invalid
    #expect(!item.configuredTimeOffsetFromLive.isValid)
  }

  @Test("a live stream reports its server's recommended offset")
  func recommended() throws {
    let server = try FaultServer()
    let lines =
      ["#EXTM3U", "#EXT-X-TARGETDURATION:10", "#EXT-X-SERVER-CONTROL:HOLD-BACK=31.5"] + ["#EXTINF:10,", "film.ts"]
    server.serve("/a.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    server.serve("/film.ts", ServedResource(.data(try Data(contentsOf: Fixture.url("start-offset.ts")))))
    let stage = Stage()
    let item = AVPlayerItem(url: server.url("/a.m3u8"))
    let posted = Mutex(0)
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.recommendedTimeOffsetFromLiveDidChangeNotification, object: item, queue: nil
    ) { _ in posted.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(token) }
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.recommendedTimeOffsetFromLive.seconds == 31.5)
    #expect(item.duration.isIndefinite)
    #expect(posted.withLock { $0 } == 1)
  }
}
