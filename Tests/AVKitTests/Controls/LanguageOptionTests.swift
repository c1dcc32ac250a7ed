import AVFoundation
import MediaPlayer
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import TestSupport
import Testing

@testable import AVKit

@Suite("Languages for the desktop")
@MainActor struct LanguageOptionTests {
  /// The file has English and German audio, and English and German subtitles.
  @Test func selectsLanguagesByIdentifier() async throws {
    let clock = ManualClock()
    let player = AVPlayer(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
    defer { player.session.close() }
    let item = AVPlayerItem(url: try Fixtures.url("demo.mp4"))
    player.replaceCurrentItem(with: item)
    clock.advance(limit: .seconds(20)) { item.status == .readyToPlay }
    let details = ItemDetails(item)
    #expect(details.languages.groups.isEmpty)
    let (changes, changed) = AsyncStream.makeStream(of: Void.self)
    details.onChange = { changed.yield() }
    var next = changes.makeAsyncIterator()
    details.load()
    await next.next()

    var selections: [String] = []
    details.onSelect = { option, group in
      #expect(option.map { group.options.contains($0) } ?? group.allowsEmptySelection)
      selections.append(option?.extendedLanguageTag ?? "none")
    }
    let options = details.languages.groups.map(\.languageOptions)
    try #require(options.map { $0.map(\.languageTag) } == [["en", "de"], ["en", "de"]])
    #expect(options.map { $0.map(\.languageOptionType) } == [[.audible, .audible], [.legible, .legible]])
    let (audio, subtitles) = (try #require(options[0][1].identifier), try #require(options[1][1].identifier))
    #expect(details.setLanguage(audio, isSelected: true) && details.setLanguage(subtitles, isSelected: true))
    #expect(details.languages.selected.map(\.identifier) == [audio, subtitles])
    let audible = try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    #expect(item.currentMediaSelection.selectedMediaOption(in: audible)?.extendedLanguageTag == "de")

    #expect(details.setLanguage(subtitles, isSelected: false))
    #expect(details.languages.selected.map(\.identifier) == [audio])
    #expect(!details.setLanguage("unknown", isSelected: true))
    #expect(selections == ["de", "de", "none"])
  }
}
