import AVFoundation
import Synchronization
import Testing

@Suite("§3.4 rate and timeControlStatus")
struct PlayerRateTests {
  @Test("the rate is nonzero as soon as it is set; playback starts when the item is ready")
  func play() {
    let stage = Stage("demo.mp4")
    stage.watch()
    stage.player.play()
    #expect(stage.player.rate == 1)
    #expect(stage.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(stage.player.reasonForWaitingToPlay == .evaluatingBufferingRate)
    stage.settle()
    #expect(stage.player.timeControlStatus == .playing)
    #expect(stage.player.reasonForWaitingToPlay == nil)
    stage.player.pause()
    #expect(stage.player.rate == 0)
    #expect(stage.player.timeControlStatus == .paused)
    stage.settle()
    #expect(
      stage.eventLog.take() == [
        "player.rate 1.0", "player.timeControlStatus waitingToPlayAtSpecifiedRate", "player.status readyToPlay",
        "player.timeControlStatus playing", "player.rate 0.0", "player.timeControlStatus paused",
      ])
  }

  @Test("play applies the default rate; setting the rate leaves the default unchanged")
  func defaultRate() {
    let stage = Stage("demo.mp4")
    stage.player.defaultRate = 1.5
    stage.player.play()
    #expect(stage.player.rate == 1.5)
    stage.player.rate = 2
    #expect(stage.player.defaultRate == 1.5)
  }

  @Test("time passes at the rate", arguments: [0.5, 1, 1.5, 2] as [Float])
  func speed(rate: Float) {
    let stage = Stage("demo.mp4")
    stage.settle()
    stage.player.rate = rate
    stage.run { stage.player.timeControlStatus == .playing }
    stage.run(1)
    let start = stage.player.currentTime().seconds
    stage.run(4)
    #expect(abs(stage.player.currentTime().seconds - start - 4 * Double(rate)) < 0.1)
  }

  @Test("a rate change while playing does not interrupt playback")
  func change() {
    let stage = Stage("demo.mp4")
    stage.player.play()
    stage.run(2)
    stage.watch()
    stage.player.rate = 2
    stage.run(2)
    #expect(stage.eventLog.take() == ["player.rate 2.0"])
    #expect(stage.player.timeControlStatus == .playing)
  }

  @Test("pause and play in succession leave no stale state")
  func noFlicker() {
    let stage = Stage("demo.mp4")
    stage.player.play()
    stage.run(1)
    stage.watch()
    stage.player.pause()
    stage.player.play()
    #expect(stage.player.rate == 1)
    stage.run(1)
    #expect(stage.player.rate == 1)
    #expect(stage.player.timeControlStatus == .playing)
    #expect(!stage.eventLog.take().contains("player.rate 0.0"))
  }

  @Test("an unsupported rate becomes the nearest, with the reason setRateFailed")
  func unsupported() {
    let stage = Stage("demo.mp4")
    let reasons = EventLog()
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayer.rateDidChangeNotification, object: stage.player, queue: nil
    ) { notification in
      let reason = notification.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
      reasons.add(reason?.rawValue ?? "none")
    }
    stage.player.rate = -1
    #expect(stage.player.rate == 0, "reverse playback is not known to be supported yet")
    stage.settle()
    #expect(reasons.take() == ["AVPlayerRateDidChangeReasonSetRateFailed"])
    stage.player.rate = 1
    stage.settle()
    #expect(reasons.take() == ["AVPlayerRateDidChangeReasonSetRateCalled"])
    stage.player.rate = .nan
    #expect(stage.player.rate == 0)
    stage.player.rate = 1000
    #expect(stage.player.rate == 16)
    stage.settle()
    #expect(reasons.take() == Array(repeating: "AVPlayerRateDidChangeReasonSetRateFailed", count: 2))
    NotificationCenter.default.removeObserver(token)
  }

  @Test("reverse playback starts at the position, and at zero the item ends")
  func backward() throws {
    let stage = Stage("demo.mp4")
    stage.settle()
    #expect(try #require(stage.player.currentItem).canPlayReverse)
    let three = CMTime(value: 3, timescale: 1)
    stage.player.seek(to: three, toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    stage.watch(stage.player.currentItem)
    stage.player.rate = -1
    stage.run(1.5)
    #expect(stage.player.currentTime() < three && stage.player.currentTime() > .zero)
    stage.run(4)
    #expect(stage.player.currentTime() == .zero)
    #expect(stage.player.rate == 0)
    #expect(stage.eventLog.take().filter { $0 == "didPlayToEnd" }.count == 1)
  }

  @Test("setters called inside an observer are reported at once")
  func nested() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    let token = stage.player.observe(\.status) { player, _ in
      eventLog.add("status")
      player.volume = 0.5
      eventLog.add("volume was set")
    }
    let other = stage.player.observe(\.volume) { player, _ in eventLog.add("volume \(player.volume)") }
    stage.settle()
    #expect(eventLog.take() == ["status", "volume 0.5", "volume was set"])
    withExtendedLifetime((token, other)) {}
  }

  @Test("§3.8 volume is clamped between 0 and 1, independent of mute")
  func volume() {
    let stage = Stage("demo.mp4")
    stage.player.volume = 3
    #expect(stage.player.volume == 1)
    stage.player.volume = -1
    #expect(stage.player.volume == 0)
    stage.player.volume = 0.25
    stage.player.isMuted = true
    #expect(stage.player.volume == 0.25)
  }

  /// How often this thread has waited, not counting preemption by the system.
  private static var waits: Int {
    var usage = rusage()
    // RUSAGE_THREAD, which is behind a GNU macro.
    getrusage(1, &usage)
    return usage.ru_nvcsw
  }

  @Test("10,000 getters do not wait for a pipe without a writer")
  func silentPipe() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)").path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let player = AVPlayer(url: URL(fileURLWithPath: path))
    player.play()
    player.seek(to: CMTime(seconds: 3, preferredTimescale: 600))
    let item = player.currentItem
    let waits = Self.waits
    for _ in 0..<10_000 {
      _ = (player.currentTime(), player.rate, player.status, player.timeControlStatus, item?.status, item?.duration)
    }
    // The waits of this thread, whatever else the machine does: now and then another thread holds a lock for
    // microseconds.
    #expect(Self.waits - waits < 100)
    player.replaceCurrentItem(with: nil)
  }
}
