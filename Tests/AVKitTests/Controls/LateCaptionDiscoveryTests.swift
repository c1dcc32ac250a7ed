@_spi(Playhead) import AVFoundation
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import TestSupport
import Testing

@testable import AVKit

@Suite("The subtitle menu")
@MainActor struct LateCaptionDiscoveryTests {
  @Test(
    "Captions discovered during playback appear in the menu and can be selected",
    .enabled(if: CaptionedFile.hasFFmpeg))
  func late() async throws {
    let folder = try TemporaryFolder()
    let movie = try CaptionedFile.make(
      "film.mp4", in: folder.url, first: 100,
      [.init("First", from: 45, until: 90), .init("Second", from: 120, until: 270)])
    let clock = ManualClock()
    let player = AVPlayer(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
    defer { player.session.close() }
    let item = AVPlayerItem(url: movie)
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
      ControlsLayout.Options(), playback: PlaybackSnapshot(),
      choices: .init(subtitles: details.choices.subtitles.names.count),
      width: 960, height: 540)
    #expect(layout.controls.contains(.subtitles))
  }

  /// Caption files are entries of the menu, shown one at a time.
  @Test func captionFilesAreInTheMenu() async throws {
    let folder = try TemporaryFolder()
    func write(_ name: String) throws -> URL {
      let file = folder.url.appendingPathComponent(name)
      try Data("1\n00:00:00,000 --> 00:00:09,000\n\(name)\n".utf8).write(to: file)
      return file
    }
    let item = AVPlayerItem(url: try Fixtures.url("video-only.mp4"))
    let details = ItemDetails(item)
    let (changes, changed) = AsyncStream.makeStream(of: Void.self)
    details.onChange = { changed.yield() }
    var next = changes.makeAsyncIterator()
    var hidden = CaptionSettings()
    hidden.isShown = false
    let first = try await item.addCaptions(contentsOf: write("film.srt"))
    let second = try await item.addCaptions(contentsOf: write("film.de.srt"), settings: hidden)
    while details.choices.subtitles.names.count < 2, await next.next() != nil {}
    let german = try #require(Locale.current.localizedString(forIdentifier: "de"))
    #expect(details.choices.subtitles.names == ["film.srt", "\(german) – film.de.srt"])
    #expect(details.choices.subtitles.selected == 0 && details.choices.subtitles.allowsNone)
    details.selectSubtitles(1)
    #expect(!first.settings.isShown && second.settings.isShown && details.choices.subtitles.selected == 1)
    details.toggleSubtitles()
    #expect(!first.settings.isShown && !second.settings.isShown && details.choices.subtitles.selected == nil)
    details.toggleSubtitles()
    #expect(second.settings.isShown)
    second.remove()
    while details.choices.subtitles.names.count == 2, await next.next() != nil {}
    #expect(details.choices.subtitles.names == ["film.srt"])
    #expect(item.sidecarCaptions.map(\.url) == [first.url])
  }
}
