import AVFoundation
import PlayheadItems
import Testing

@Suite("§3.5 seeking")
struct PlayerSeekTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

  @Test("an exact seek sets the exact time and then calls its handler with true")
  func exact() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    let player = stage.player
    player.seek(to: time(7.3), toleranceBefore: .zero, toleranceAfter: .zero) { finished in
      eventLog.add("\(finished) at \(player.currentTime().seconds)")
    }
    #expect(stage.player.currentTime() == .zero)
    stage.settle()
    #expect(eventLog.take() == ["true at 7.3"])
    #expect(stage.player.rate == 0)
  }

  @Test("the position is within the tolerances", arguments: [0.0, 3.3, 9.99, 19.2])
  func tolerances(target: Double) {
    let stage = Stage("demo.mp4")
    stage.settle()
    let eventLog = stage.eventLog
    stage.player.seek(to: time(target), toleranceBefore: time(0.5), toleranceAfter: time(0.25)) {
      eventLog.add("\($0)")
    }
    stage.settle()
    #expect(eventLog.take() == ["true"])
    let position = stage.player.currentTime().seconds
    #expect(position >= target - 0.5 && position <= target + 0.25)
  }

  @Test("three quick seeks finish with false, false, true, each once")
  func superseded() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    for (number, target) in [4.0, 9.0, 14.0].enumerated() {
      stage.player.seek(to: time(target), toleranceBefore: .zero, toleranceAfter: .zero) {
        eventLog.add("\(number) \($0)")
      }
    }
    stage.settle()
    #expect(eventLog.take() == ["0 false", "1 false", "2 true"])
    #expect(stage.player.currentTime() == time(14))
  }

  @Test("cancelPendingSeeks finishes with false")
  func cancelled() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    stage.player.seek(to: time(4)) { eventLog.add("\($0)") }
    stage.player.currentItem?.cancelPendingSeeks()
    stage.settle()
    #expect(eventLog.take() == ["false"])
  }

  @Test("replacing the item finishes its seeks with false, and the next seek works")
  func replaced() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    stage.player.seek(to: time(4)) { eventLog.add("old \($0)") }
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("h264-bframes.mp4")))
    stage.player.seek(to: time(2), toleranceBefore: .zero, toleranceAfter: .zero) { eventLog.add("new \($0)") }
    stage.settle()
    #expect(eventLog.take() == ["old false", "new true"])
    #expect(stage.player.currentTime() == time(2))
  }

  @Test("without an item the handler is called with false")
  func noItem() {
    let stage = Stage()
    let eventLog = stage.eventLog
    stage.player.seek(to: time(4)) { eventLog.add("\($0)") }
    stage.settle()
    #expect(eventLog.take() == ["false"])
  }

  @Test("dates: false without dates")
  func noDates() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    stage.player.seek(to: Date())
    stage.player.seek(to: Date()) { eventLog.add("player \($0)") }
    #expect(stage.player.currentItem?.seek(to: Date()) { eventLog.add("item \($0)") } == false)
    stage.settle()
    #expect(eventLog.take() == ["player false"])
    #expect(stage.player.currentTime() == .zero)
  }

  @Test("dates: false without dates, asynchronously")
  func noDatesAsync() async {
    let stage = Stage("demo.mp4")
    stage.settle()
    #expect(await stage.player.currentItem?.seek(to: Date()) == false)
  }

  @Test("dates: the position of the date; false for dates outside the stream")
  func dates() throws {
    // A local playlist may name files of its own folder only.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: Fixture.url("start-offset.ts"), to: folder.appendingPathComponent("start-offset.ts"))
    let playlist = folder.appendingPathComponent("index.m3u8")
    let head = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-PROGRAM-DATE-TIME:2024-05-01T12:00:00.000Z\n#EXTINF:10.0,\n"
    try Data((head + "start-offset.ts\n#EXT-X-ENDLIST\n").utf8).write(to: playlist)
    let noon = try #require(ISO8601DateFormatter().date(from: "2024-05-01T12:00:00Z"))
    let stage = Stage()
    let eventLog = stage.eventLog
    let player = stage.player
    player.replaceCurrentItem(with: AVPlayerItem(url: playlist))
    stage.settle()
    player.seek(to: noon + 4) { eventLog.add("\($0) \(player.currentTime().seconds)") }
    stage.settle()
    player.seek(to: noon - 3600) { eventLog.add("\($0)") }
    stage.settle()
    #expect(eventLog.take() == ["true 4.0", "false"])
    #expect(player.currentItem?.currentDate() == noon + 4)
  }

  @Test("before the item is ready the latest seek is retained")
  func early() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.player.seek(to: time(3)) { eventLog.add("first \($0)") }
    stage.player.seek(to: time(11), toleranceBefore: .zero, toleranceAfter: .zero) { eventLog.add("second \($0)") }
    stage.settle()
    #expect(eventLog.take() == ["first false", "second true"])
    #expect(stage.player.currentTime() == time(11))
  }

  @Test("§5.6 an item without a player keeps its latest seek for its player")
  func unattached() {
    let stage = Stage()
    let eventLog = stage.eventLog
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    item.seek(to: time(12), toleranceBefore: .zero, toleranceAfter: .zero) { eventLog.add("\($0)") }
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(eventLog.take() == ["true"])
    #expect(item.currentTime() == time(12))
  }

  @Test("playback continues after a seek; the jump is posted")
  func keepsRate() {
    let stage = Stage("demo.mp4")
    stage.player.play()
    stage.run(1)
    stage.watch(stage.player.currentItem)
    stage.player.seek(to: time(10), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.run(2)
    #expect(stage.player.rate == 1)
    #expect(stage.player.currentTime() > time(11))
    #expect(stage.eventLog.take().contains("timeJumped"))
  }

  @Test("times are clamped to the duration: before the start, beyond the end, positive infinity")
  func clamped() {
    let stage = Stage("demo.mp4")
    stage.settle()
    let eventLog = stage.eventLog
    let player = stage.player
    for target in [CMTime(seconds: -5, preferredTimescale: 600), time(500), .positiveInfinity] {
      player.seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero) {
        eventLog.add("\($0) \(player.currentTime().seconds)")
      }
      stage.settle()
    }
    #expect(eventLog.take() == ["true 0.0", "true 20.0", "true 20.0"])
  }

  @Test("seeking to the duration while paused posts no end")
  func toEnd() {
    let stage = Stage("demo.mp4")
    stage.settle()
    stage.watch(stage.player.currentItem)
    stage.player.seek(to: time(20), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.run(2)
    #expect(!stage.eventLog.take().contains("didPlayToEnd"))
  }

  @Test("the asynchronous form returns the handler's value")
  func async() async {
    let stage = Stage("demo.mp4")
    stage.settle()
    async let finished = stage.player.seek(to: time(5), toleranceBefore: .zero, toleranceAfter: .zero)
    while stage.player.currentTime() != time(5) {
      stage.settle()
      await Task.yield()
    }
    stage.settle()
    #expect(await finished)
  }

  @Test("a deallocated player finishes pending seeks with false")
  func playerEnds() {
    let stage = Stage()
    let eventLog = stage.eventLog
    do {
      let player = AVPlayer(environment: .init(clock: stage.clock, audio: nil, delivery: stage.clock))
      player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
      player.seek(to: time(5)) { eventLog.add("\($0)") }
    }
    stage.settle()
    #expect(eventLog.take() == ["false"])
  }

  #if compiler(>=6.2)  // exit tests
    @Test("invalid and indefinite times and negative tolerances are a programmer error")
    func refused() async {
      await #expect(processExitsWith: .failure) { AVPlayer().seek(to: .indefinite) }
      await #expect(processExitsWith: .failure) { AVPlayer().seek(to: .invalid) }
      await #expect(processExitsWith: .failure) {
        AVPlayer().seek(to: .zero, toleranceBefore: CMTime(value: -1, timescale: 1), toleranceAfter: .zero)
      }
      await #expect(processExitsWith: .failure) {
        AVPlayer().seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .invalid)
      }
    }
  #endif
}
