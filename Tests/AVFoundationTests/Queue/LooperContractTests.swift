import AVFoundation
import Testing

@Suite("§4.2 AVPlayerLooper's documented behavior")
struct LooperContractTests {
  /// A fifth of a second of silence.
  private func file() throws -> WaveFile { try WaveFile([Int16](repeating: 0, count: 1_600)) }

  private func queue(_ stage: Stage) throws -> AVQueuePlayer { try #require(stage.player as? AVQueuePlayer) }

  @Test("§4.2 raw values of the status match Apple's")
  func rawValues() {
    #expect(AVPlayerLooper.Status.unknown.rawValue == 0)
    #expect(AVPlayerLooper.Status.ready.rawValue == 1)
    #expect(AVPlayerLooper.Status.failed.rawValue == 2)
    #expect(AVPlayerLooper.Status.cancelled.rawValue == 3)
  }

  @Test("§4.2 the template is copied and never played; later changes to it have no effect")
  func template() throws {
    let file = try file()
    let stage = Stage(queue: [])
    let player = try queue(stage)
    let template = AVPlayerItem(url: file.url)
    template.preferredPeakBitRate = 5_000
    let looper = AVPlayerLooper(player: player, templateItem: template)
    template.preferredPeakBitRate = 9_000
    player.play()
    stage.run { looper.loopCount >= 2 }
    #expect(looper.loopCount >= 2)
    #expect(template.status == .unknown)
    #expect(!looper.loopingPlayerItems.contains(template) && !player.items().contains(template))
    #expect(looper.loopingPlayerItems.allSatisfy { $0.preferredPeakBitRate == 5_000 })
    looper.disableLooping()
  }

  @Test("§4.2 a time range sets the replicas' forwardPlaybackEndTime and start")
  func range() throws {
    let file = try file()
    let stage = Stage(queue: [])
    let player = try queue(stage)
    let range = CMTimeRange(start: CMTime(value: 400, timescale: 8_000), duration: CMTime(value: 800, timescale: 8_000))
    let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: file.url), timeRange: range)
    stage.settle()
    #expect(looper.loopingPlayerItems.allSatisfy { $0.forwardPlaybackEndTime == range.end })
    #expect(abs((player.currentTime() - range.start).seconds) < 0.001)
    looper.disableLooping()
  }

  @Test("§4.2 loopCount begins at 0 and counts completed loops, observably")
  func count() throws {
    let file = try file()
    let stage = Stage(queue: [])
    let player = try queue(stage)
    let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: file.url))
    let eventLog = stage.eventLog
    let token = looper.observe(\.loopCount, options: [.initial, .new]) { _, change in
      eventLog.add("\(change.newValue ?? -1)")
    }
    player.play()
    stage.run { looper.loopCount >= 3 }
    #expect(Array(eventLog.take().prefix(4)) == ["0", "1", "2", "3"])
    token.invalidate()
    looper.disableLooping()
  }

  @Test("§4.2 creating one leaves the rate unchanged and sets actionAtItemEnd to .advance")
  func rate() throws {
    let file = try file()
    let stage = Stage(queue: [AVPlayerItem(url: Fixture.url("demo.mp4"))])
    let player = try queue(stage)
    player.actionAtItemEnd = .pause
    player.rate = 1.5
    stage.run(1)
    let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: file.url))
    #expect(player.rate == 1.5)
    #expect(player.actionAtItemEnd == .advance)
    stage.run { looper.loopCount >= 1 }
    #expect(player.rate == 1.5)
    looper.disableLooping()
  }

  #if compiler(>=6.2)  // exit tests
    @Test("§4.2 an empty time range is a programmer error")
    func refused() async {
      await #expect(processExitsWith: .failure) {
        let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere"))
        _ = AVPlayerLooper(
          player: AVQueuePlayer(), templateItem: item, timeRange: CMTimeRange(start: .zero, duration: .zero))
      }
    }
  #endif
}
