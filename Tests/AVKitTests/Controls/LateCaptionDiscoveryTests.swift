import AVFoundation
import PlayheadEngine
import PlayheadTesting
import TestSupport
import Testing

@testable import AVKit

@Suite("The subtitle menu")
@MainActor struct LateCaptionDiscoveryTests {
  @Test(
    "Captions discovered during playback appear in the menu and can be selected",
    .enabled(if: CaptionedFile.hasFFmpeg), .timeLimit(.minutes(5)))
  func late() async throws {
    let folder = try TemporaryFolder()
    let film = try CaptionedFile.make(
      "film.mp4", in: folder.url, first: 100,
      [.init("First", from: 45, until: 90), .init("Second", from: 120, until: 270)])
    let clock = ManualClock()
    let player = AVPlayer(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
    defer { player.session.close() }
    let item = AVPlayerItem(url: film)
    player.replaceCurrentItem(with: item)
    // No further: the reader is ahead of the playback position and reports the captions it finds.
    clock.advance(limit: .seconds(20)) { item.status == .readyToPlay }
    let details = ItemDetails(item)
    let (changes, changed) = AsyncStream.makeStream(of: Void.self)
    details.onChange = { changed.yield() }
    var next = changes.makeAsyncIterator()
    details.load()
    await next.next()
    #expect(details.choices.subtitles.names.isEmpty)
    player.play()
    clock.advance(by: .seconds(5))
    while details.choices.subtitles.names.isEmpty, await next.next() != nil {}
    #expect(details.choices.subtitles.names == ["CC1"])
    #expect(details.choices.subtitles.selected == nil && details.choices.subtitles.allowsNone)
    details.selectSubtitles(0)
    #expect(details.choices.subtitles.selected == 0)
    let layout = ControlsLayout(
      ControlsLayout.Options(), facts: PlaybackFacts(),
      choices: .init(subtitles: details.choices.subtitles.names.count),
      width: 960, height: 540)
    #expect(layout.controls.contains(.subtitles))
  }
}
