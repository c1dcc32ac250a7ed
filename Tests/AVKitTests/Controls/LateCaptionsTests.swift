import AVFoundation
import PlayheadEngine
import PlayheadTesting
import TestSupport
import Testing

@testable import AVKit

@Suite("The menu of subtitles")
@MainActor struct LateCaptionsTests {
  /// Lets the main queue do what it was given, until this is so.
  private func wait(until isTrue: () -> Bool) async throws {
    for _ in 0..<1000 where !isTrue() { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test(
    "Captions that are noticed while a film plays come into it, and can be chosen",
    .enabled(if: CaptionedFilm.hasFFmpeg))
  func late() async throws {
    let folder = try TemporaryFolder()
    let film = try CaptionedFilm.make(
      "film.mp4", in: folder.url, first: 100,
      [.init("First", from: 45, until: 90), .init("Second", from: 120, until: 270)])
    let clock = ManualClock()
    let player = AVPlayer(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
    defer { player.session.close() }
    let item = AVPlayerItem(url: film)
    player.replaceCurrentItem(with: item)
    // No further: the reader is ahead of what is seen, and tells what it finds.
    clock.advance(limit: .seconds(20)) { item.status == .readyToPlay }
    let details = ItemDetails(item)
    var changes = 0
    details.onChange = { changes += 1 }
    details.load()
    try await wait { changes > 0 }
    #expect(details.choices.subtitles.names.isEmpty)
    player.play()
    clock.advance(by: .seconds(5))
    try await wait { changes > 1 }
    #expect(details.choices.subtitles.names == ["CC1"])
    #expect(details.choices.subtitles.selected == nil && details.choices.subtitles.allowsNone)
    details.selectSubtitles(0)
    #expect(details.choices.subtitles.selected == 0)
    let layout = ControlsLayout(
      ControlsLayout.Wishes(), facts: PlaybackFacts(), choices: .init(subtitles: details.choices.subtitles.names.count),
      width: 960, height: 540)
    #expect(layout.controls.contains(.subtitles))
  }
}
