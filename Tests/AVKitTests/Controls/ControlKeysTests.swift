import Testing

@testable import AVKit

@Suite("Keyboard access to controls")
struct ControlKeysTests {
  @Test("A control's keys perform the control's action")
  func commands() {
    let expected: [Control: [PlayerCommand]] = [
      .play: [.togglePlaying], .previous: [.queue(-1)], .next: [.queue(1)], .stepBack: [.step(-1)],
      .stepForward: [.step(1)], .volume: [.changeVolume(-0.02), .changeVolume(0.02)],
      .subtitles: [.cycleSubtitles(1)], .audio: [.cycleAudio],
      .speed: [.multiplyRate(1 / 1.1), .multiplyRate(1.1)], .fullScreen: [.toggleFullScreen],
    ]
    for control in Control.allCases {
      let commands = ControlKeys.names(of: control).map { PlayerKey.command(named: $0) }
      #expect(commands == expected[control] ?? [], "\(control)")
    }
  }

  @Test("Tooltips show keys in brackets after the name, and omit unnamed keys")
  func hints() {
    let labels = ["space": "Space", "9": "9", "0": "0"]
    #expect(ControlKeys.hint("Play", for: .play) { labels[$0] } == "Play (Space)")
    #expect(ControlKeys.hint("Volume", for: .volume) { labels[$0] } == "Volume (9 0)")
    #expect(ControlKeys.hint("Next", for: .next) { labels[$0] } == "Next")
    #expect(ControlKeys.hint("Quality", for: .quality) { _ in "?" } == "Quality")
  }
}
