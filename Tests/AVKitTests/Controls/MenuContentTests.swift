import CoreMedia
import Testing

@testable import AVKit

@Suite struct MenuContentTests {
  private let speeds: [(name: String, rate: Float)] = [("half", 0.5), ("normal", 1), ("more", 1.25)]

  private func contents(_ choices: ItemChoices = ItemChoices(), rate: Float = 1) -> MenuContents {
    MenuContents(choices, speeds: speeds, rate: rate)
  }

  @Test func audioHasNoEntryForNone() {
    let audio = contents(ItemChoices(audio: ChoiceList(names: ["a", "b"], selected: 1))).audio
    #expect(audio == MenuContent(titles: ["a", "b"], selected: 1))
    #expect(contents().audio == MenuContent(titles: [], selected: -1))
  }

  @Test func subtitlesBeginWithOff() {
    let shown = contents(ItemChoices(subtitles: ChoiceList(names: ["a", "b"], selected: 1))).subtitles
    #expect(shown == MenuContent(titles: ["Off", "a", "b"], selected: 2))
    let off = contents(ItemChoices(subtitles: ChoiceList(names: ["a"]))).subtitles
    #expect(off == MenuContent(titles: ["Off", "a"], selected: 0))
    #expect(contents().subtitles.titles.isEmpty)
  }

  @Test func qualityBeginsWithAutomatic() {
    let pinned = contents(ItemChoices(quality: ChoiceList(names: ["1080p", "720p"], selected: 0))).quality
    #expect(pinned == MenuContent(titles: ["Automatic", "1080p", "720p"], selected: 1))
    #expect(contents().quality.titles.isEmpty)
  }

  @Test func speedIsSelectedDespiteRounding() {
    #expect(contents(rate: 1.004).speed == MenuContent(titles: ["half", "normal", "more"], selected: 1))
    #expect(contents(rate: 1.1).speed.selected == -1)
  }

  @Test func chaptersHaveNumberTitleAndStart() {
    let chapters = [ChapterMark(start: 0, title: "First"), ChapterMark(start: 75.5, title: "")]
    let choices = ItemChoices(chapters: chapters)
    let menu = MenuContents(choices, speeds: speeds, rate: 1, position: 80).chapters
    #expect(menu == MenuContent(titles: ["1. First (0:00)", "2. (1:15)"], selected: 1))
    #expect(MenuContents(choices, speeds: speeds, rate: 1).chapters.selected == -1)
    #expect(contents().chapters.titles.isEmpty)
  }

  @Test func firstEntrySelectsNone() {
    #expect(MenuContents.option(ofEntry: 0) == nil)
    #expect(MenuContents.option(ofEntry: 3) == 2)
  }
}

@Suite struct SeekPreviewContentTests {
  private let choices = ItemChoices(chapters: [
    ChapterMark(start: 10, title: "First"), ChapterMark(start: 60, title: "Second"),
  ])

  private func content(at seconds: Double, _ playback: PlaybackSnapshot, duration: CMTime) -> SeekPreviewContent {
    SeekPreviewContent(at: seconds, playback: playback, duration: duration, choices: choices)
  }

  @Test func showsPositionAndChapter() {
    let playback = PlaybackSnapshot(hasItem: true, duration: 120, seekable: 0...120)
    let length = CMTime(value: 120, timescale: 1)
    #expect(content(at: 75, playback, duration: length).time == "1:15")
    #expect(content(at: 75, playback, duration: length).chapter == "Second")
    #expect(content(at: 5, playback, duration: length).chapter == nil)
  }

  @Test func showsDistanceFromTheLiveEdge() {
    let playback = PlaybackSnapshot(hasItem: true, seekable: 100...200)
    #expect(content(at: 140, playback, duration: .indefinite).time == "-1:00")
  }
}
