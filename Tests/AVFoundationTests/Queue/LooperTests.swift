import AVFoundation
import PlayheadClock
import Testing

@Suite("§4.2 AVPlayerLooper")
struct LooperTests {
  /// Each sample encodes its position.
  private let ramp = (0..<1_600).map { Int16($0 * 20 - 16_000) }

  private func queue(_ stage: Stage) throws -> AVQueuePlayer { try #require(stage.player as? AVQueuePlayer) }

  /// Checks that the samples repeat the ramp's part; returns the first deviation.
  private func firstBreak(_ samples: [Float], _ part: Range<Int>) -> Int? {
    samples.indices.first {
      abs(samples[$0] * 32_768 - Float(ramp[part.lowerBound + $0 % part.count])) > 2
    }
  }

  @Test("1,000 loops are sample accurate")
  func thousandLoops() throws {
    let file = try WaveFile(ramp)
    let recording = Recording()
    let stage = Stage(queue: [], recording: recording)
    let player = try queue(stage)
    let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: file.url))
    #expect(looper.status == .unknown)
    #expect(looper.loopingPlayerItems.count == 3)
    #expect(player.items() == looper.loopingPlayerItems)
    player.play()
    stage.clock.advance(limit: .seconds(300)) { looper.loopCount >= 1_000 }
    #expect(looper.status == .ready)
    #expect(looper.loopCount >= 1_000)
    let samples = recording.samples
    #expect(samples.count >= 1_600_000)
    #expect(firstBreak(samples, 0..<1_600) == nil)
  }

  @Test("a time range loops sample accurately")
  func partOfItem() throws {
    let file = try WaveFile(ramp)
    let recording = Recording()
    let stage = Stage(queue: [], recording: recording)
    let player = try queue(stage)
    let range = CMTimeRange(start: CMTime(value: 401, timescale: 8_000), duration: CMTime(value: 803, timescale: 8_000))
    let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: file.url), timeRange: range)
    player.play()
    stage.clock.advance(limit: .seconds(60)) { looper.loopCount >= 50 }
    #expect(looper.loopCount >= 50)
    #expect(firstBreak(recording.samples, 401..<1_204) == nil)
  }

  @Test("video loops too, from a time in the middle")
  func videoLoops() throws {
    let stage = Stage(queue: [], recording: nil)
    let player = try queue(stage)
    let item = AVPlayerItem(url: Fixture.url("video-only.mp4"))
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 1))
    let looper = AVPlayerLooper(player: player, templateItem: item, timeRange: range)
    player.play()
    let start = stage.clock.now
    stage.clock.advance(limit: .seconds(60)) { looper.loopCount >= 10 }
    #expect(looper.loopCount >= 10)
    let seconds = Double((stage.clock.now - start).nanoseconds) / 1e9
    #expect(seconds < 10.5, "ten loops of a second")
    #expect(player.currentTime() >= range.start)
    #expect(player.currentTime() <= range.end)
  }

  @Test("after disabling, the current loop ends and the queue is restored")
  func disabled() throws {
    let file = try WaveFile(ramp)
    let existing = AVPlayerItem(url: Fixture.url("h264-bframes.mp4"))
    let stage = Stage(queue: [existing])
    let player = try queue(stage)
    player.actionAtItemEnd = .pause
    let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: file.url))
    #expect(player.actionAtItemEnd == .advance)
    #expect(player.items().last === existing)
    player.play()
    stage.run { looper.loopCount >= 3 }
    looper.disableLooping()
    #expect(looper.status == .cancelled)
    #expect(player.items().count == 2)
    stage.run { player.currentItem === existing }
    stage.settle()
    #expect(player.items() == [existing])
    #expect(player.actionAtItemEnd == .pause)
  }

  @Test("looping items may follow existing ones; a released looper ends")
  func ordering() throws {
    let file = try WaveFile(ramp)
    let existing = AVPlayerItem(url: Fixture.url("gapless-a.wav"))
    let stage = Stage(queue: [existing])
    let player = try queue(stage)
    var looper: AVPlayerLooper? = AVPlayerLooper(
      player: player, templateItem: AVPlayerItem(url: file.url), timeRange: .invalid,
      existingItemsOrdering: .loopingItemsFollowExistingItems)
    #expect(player.currentItem === existing)
    #expect(player.items().count == 4)
    player.play()
    stage.run { looper?.loopCount ?? 0 >= 3 }
    #expect(looper?.status == .ready)
    looper = nil
    stage.run { player.currentItem == nil }
    #expect(player.items().isEmpty)
  }

  @Test("a time range beyond the duration fails looping and leaves the player usable")
  func beyond() throws {
    let file = try WaveFile(ramp)
    let stage = Stage(queue: [])
    let player = try queue(stage)
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: file.url), timeRange: range)
    stage.run(1)
    #expect(looper.status == .failed)
    #expect((looper.error as? AVError)?.code == .invalidSourceMedia)
    player.removeAllItems()
    player.insert(AVPlayerItem(url: Fixture.url("h264-bframes.mp4")), after: nil)
    player.play()
    stage.run(1)
    #expect(player.timeControlStatus == .playing)
  }

  @Test("an unopenable item fails looping")
  func failing() throws {
    let stage = Stage(queue: [])
    let looper = AVPlayerLooper(
      player: try queue(stage), templateItem: AVPlayerItem(url: Fixture.url("text.mp4")))
    stage.run(1)
    #expect(looper.status == .failed)
    #expect(looper.error != nil)
  }
}
