import AVFoundation
import Testing

@Suite("Methods instead of selectors, in Swift 5")
struct SelectorTests {
  private class Ticker {
    var ticks = 0
    func tick(_ timer: Timer) { ticks += 1 }
    func tickWithoutTimer() { ticks += 10 }
  }

  /// The player that `Scripts/port` has made.
  @Test @MainActor func portedPlayerIsNotified() {
    let sample = SamplePlayer()
    let (item, other) = (AVPlayerItem(url: URL(fileURLWithPath: "/missing.mp4")), NSObject())
    sample.open(item)
    let center = NotificationCenter.default
    center.post(name: .AVPlayerItemDidPlayToEndTime, object: item)
    center.post(name: .AVPlayerItemDidPlayToEndTime, object: other)
    center.post(name: .AVPlayerItemPlaybackStalled, object: other)
    // Keys are observed too, in an order that depends on the file.
    #expect(sample.events.filter { !$0.hasPrefix("key") } == ["end true", "stalled"])
    sample.start()
    sample.stop()
    center.post(name: .AVPlayerItemDidPlayToEndTime, object: item)
    center.post(name: .AVPlayerItemPlaybackStalled, object: nil)
    #expect(sample.events.filter { !$0.hasPrefix("key") } == ["end true", "stalled"])
    sample.player.replaceCurrentItem(with: nil)
  }

  @Test func timersCallMethods() {
    let ticker = Ticker()
    let thread = Thread {
      let once = Timer.scheduledTimer(
        timeInterval: 0.001, target: ticker, selector: Ticker.tick(_:), userInfo: nil, repeats: false)
      Timer.scheduledTimer(
        timeInterval: 0.001, target: ticker, selector: Ticker.tickWithoutTimer, userInfo: nil, repeats: false)
      let later = Timer(timeInterval: 0.001, target: ticker, selector: Ticker.tick(_:), userInfo: nil, repeats: false)
      RunLoop.current.add(later, forMode: .default)
      for _ in 0..<1000 where once.isValid || later.isValid || ticker.ticks < 12 {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
      }
    }
    thread.start()
    while !thread.isFinished { usleep(1000) }
    #expect(ticker.ticks == 12)
  }
}
