import AVFoundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Testing

@Suite("§13 the programs of the guides, in Swift 5")
struct SeedClientTests {
  private let clock = ManualClock()

  private func player() -> AVPlayer {
    AVPlayer(environment: PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock))
  }

  private func fixture(_ name: String) -> URL {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    folder.appendPathComponent("Fixtures")
    if let path = ProcessInfo.processInfo.environment["PLAYHEAD_FIXTURES"] { folder = URL(fileURLWithPath: path) }
    return folder.appendingPathComponent(name)
  }

  @Test("13.1 play a file: the button is enabled when ready; play, end, seek to zero, play again")
  func playFile() async {
    let player = player()
    let controller = PlayFileController(player: player)
    await withCheckedContinuation { continuation in
      controller.loadAsset(from: fixture("h264-bframes.mp4")) { continuation.resume() }
    }
    #expect(controller.log == ["button false"], "the initial call")
    player.replaceCurrentItem(with: controller.playerItem)
    clock.advance(by: .seconds(1))
    #expect(controller.log == ["button false", "button true"])
    for _ in 0..<2 {
      player.play()
      clock.advance(by: .seconds(20))
    }
    #expect(controller.log == ["button false", "button true", "end", "end"])
    player.session.close()
  }

  @Test("13.2 an unknown URL yields a ready item or one failed with an error", arguments: ["demo.mp4", "text.mp4"])
  func unknown(name: String) async {
    let player = player()
    await withCheckedContinuation { continuation in
      openUnknown(fixture(name), with: player) { continuation.resume() }
    }
    clock.advance(by: .seconds(1))
    #expect(player.currentItem?.status == (name == "demo.mp4" ? .readyToPlay : .failed))
    #expect((player.currentItem?.error == nil) == (name == "demo.mp4"))
    player.session.close()
  }

  @Test("13.3 boundary observers at one third and two thirds")
  func thirds() {
    let player = player()
    let asset = AVURLAsset(url: fixture("demo.mp4"))
    player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
    let watcher = ThirdsWatcher(player: player, asset: asset)
    player.play()
    clock.advance(by: .seconds(22))
    // 6.67 and 13.33 seconds are truncated to 6 and 13 at a timescale of 1.
    #expect(
      watcher.descriptions == [
        "Passed a boundary at {6/1 = 6.000, rounded}", "Passed a boundary at {13/1 = 13.000, rounded}",
      ]
        || watcher.descriptions == ["Passed a boundary at {6/1 = 6.000}", "Passed a boundary at {13/1 = 13.000}"])
    player.session.close()
  }

  @Test("13.4 and 13.7 a control bar: progress, buffer, slider")
  func controls() {
    let player = player()
    let bar = ControlBar(player: player)
    player.replaceCurrentItem(with: AVPlayerItem(url: fixture("demo.mp4")))
    player.play()
    clock.advance(limit: .seconds(30)) { player.currentTime().seconds >= 5.1 }
    #expect(bar.progress == 0.25)
    #expect(bar.playTime == "5.0")
    #expect(bar.availableDuration == 20)
    #expect(bar.states.last == .playing)
    #expect(player.isPlaying)
    var finished: Bool?
    bar.slide(to: 0.75) { finished = $0 }
    clock.advance(by: .milliseconds(400))
    #expect(finished == true)
    #expect(player.currentTime().seconds >= 15)
    player.session.close()
  }

  @Test("superclass initializers and methods reach subclasses")
  func subclasses() {
    #expect(TitledItem(url: fixture("demo.mp4")).title == "untitled")
    let player = CountingPlayer(
      environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
    player.seek(to: .zero)
    player.seek(to: .zero) { _ in }
    #expect(player.seekCount == 2)
    player.session.close()
  }

  @Test("programs for older SDKs call from any thread")
  func anyThread() {
    let player = player()
    player.replaceCurrentItem(with: AVPlayerItem(url: fixture("demo.mp4")))
    callsFromAnywhere(player)
    #expect(displaySize(of: AVURLAsset(url: fixture("rotated.mp4"))) == CGSize(width: 180, height: 320))
    player.session.close()
  }
}
