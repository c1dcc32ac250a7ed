import AVFoundation
import PlayheadClock
import PlayheadItems
import PlayheadTesting
import Testing

@Suite("§0.5 ownership")
struct PlayerOwnershipTests {
  @Test("§0.5 an unretained player is deallocated and playback ends at once")
  func player() {
    let clock = ManualClock()
    let recording = Recording()
    weak var forgotten: AVPlayer?
    do {
      let player = AVPlayer(
        environment: PlaybackEnvironment(
          clock: clock, audio: CapturingAudio { recording.add($0) }, delivery: clock))
      forgotten = player
      player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
      player.play()
      clock.advance(by: .seconds(1))
    }
    clock.settle()
    #expect(forgotten == nil)
    let count = recording.samples.count
    #expect(count > 0)
    clock.advance(by: .seconds(2))
    #expect(recording.samples.count == count)
  }

  @Test("§0.5 a player retains its current item")
  func item() {
    let stage = Stage()
    weak var released: AVPlayerItem?
    do {
      let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
      released = item
      stage.player.replaceCurrentItem(with: item)
    }
    stage.settle()
    #expect(released?.status == .readyToPlay)
    stage.player.replaceCurrentItem(with: nil)
    stage.settle()
    #expect(released == nil)
  }

  private final class Captured: Sendable {}

  @Test("§0.5 the closure of a time observer is retained until the observer is removed")
  func closures() {
    let stage = Stage("demo.mp4")
    weak var released: Captured?
    var token: Any?
    do {
      let captured = Captured()
      released = captured
      token = stage.player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 1), queue: nil) { _ in
        withExtendedLifetime(captured) {}
      }
    }
    stage.settle()
    #expect(released != nil)
    if let token { stage.player.removeTimeObserver(token) }
    token = nil
    stage.settle()
    #expect(released == nil)
  }
}
