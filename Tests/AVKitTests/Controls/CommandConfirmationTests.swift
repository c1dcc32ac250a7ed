@_spi(Playhead) import AVFoundation
import CoreMedia
import Testing

@testable import AVKit

@Suite struct CommandConfirmationTests {
  private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 1000) }

  /// The confirmation of a command at 15 seconds of a minute, as its text and its detail.
  private func texts(
    _ command: PlayerCommand, from before: Double? = nil, change: (inout CommandConfirmation.State) -> Void = { _ in }
  ) -> [String]? {
    var state = CommandConfirmation.State(
      position: seconds(15), duration: seconds(60), volume: 0.42, rate: 1.5, choices: ItemChoices(),
      repetition: Repetition())
    change(&state)
    return CommandConfirmation(of: command, from: before.map(seconds) ?? .invalid, state).map { [$0.text, $0.detail] }
  }

  @Test func seekShowsTargetAndDistance() {
    #expect(texts(.skip(seconds: 5), from: 10) == ["0:15", "+0:05"])
    #expect(texts(.skip(seconds: -5), from: 20) == ["0:15", "-0:05"])
  }

  @Test func seekWithoutPositionIsNotConfirmed() {
    #expect(texts(.skip(seconds: 5)) == nil)
    #expect(texts(.skip(seconds: 5), from: 10) { $0.position = .invalid } == nil)
  }

  @Test func volumeIsShownInPercent() {
    #expect(texts(.changeVolume(0.02)) == ["Volume 42 %", ""])
    #expect(texts(.toggleMute) { $0.volume = 0 } == ["Muted", ""])
    #expect(texts(.toggleMute) { $0.volume = nil } == nil)
  }

  @Test func rateIsShownAsFactor() {
    #expect(texts(.multiplyRate(1.1)) == ["Speed 1.5×", ""])
    #expect(texts(.resetRate) { $0.rate = 1 } == ["Speed 1×", ""])
  }

  @Test func subtitleAdjustmentsShowTheirValue() {
    func change(_ state: inout CommandConfirmation.State) {
      var captions = CaptionSettings()
      captions.delay = CMTime(value: -300, timescale: 1000)
      (captions.scale, captions.lift) = (1.1, 0.05)
      state.captions = captions
    }
    #expect(texts(.delaySubtitles(seconds: -0.1), change: change) == ["Subtitle delay \u{2212}0.3 s", ""])
    #expect(texts(.scaleSubtitles(0.1), change: change) == ["Subtitle size 110 %", ""])
    #expect(texts(.liftSubtitles(0.01), change: change) == ["Subtitle position 5 %", ""])
    #expect(texts(.liftSubtitles(0.01)) == nil)
  }

  @Test func selectedOptionIsNamed() {
    #expect(texts(.cycleAudio) { $0.choices?.audio = ChoiceList(names: ["a", "b"], selected: 1) } == ["Audio: b", ""])
    #expect(
      texts(.cycleSubtitles(1)) { $0.choices?.subtitles = ChoiceList(names: ["c"], selected: 0) }
        == ["Subtitles: c", ""])
    #expect(texts(.toggleSubtitles) { $0.choices = nil } == ["Subtitles: Off", ""])
  }

  @Test func chapterShowsNumberAndTitle() {
    let chapters = [ChapterMark(start: 0, title: "First"), ChapterMark(start: 12, title: "Second")]
    #expect(texts(.chapter(1)) { $0.choices?.chapters = chapters } == ["Chapter 2", "Second"])
    #expect(texts(.chapter(1)) == nil)
    #expect(texts(.chapter(1)) { $0.choices = nil } == nil)
  }

  @Test func repeatedPartShowsItsRange() {
    #expect(texts(.toggleRepeatedPart) == ["No repeat", ""])
    #expect(texts(.toggleRepeatedPart) { $0.repetition.togglePart(at: 10) } == ["Repeat", "0:10 – …"])
    let whole = texts(.toggleRepeatedPart) {
      $0.repetition.togglePart(at: 10)
      $0.repetition.togglePart(at: 20)
    }
    #expect(whole == ["Repeat", "0:10 – 0:20"])
  }

  @Test func repetitionOfTheItemIsNamed() {
    #expect(texts(.toggleRepeat) == ["No repeat", ""])
    #expect(texts(.toggleRepeat) { $0.repetition.repeatsAll = true } == ["Repeat", ""])
  }

  @Test(arguments: [PlayerCommand.togglePlaying, .step(1), .queue(1), .toggleFullScreen, .quit])
  func commandWithVisibleEffectIsNotConfirmed(command: PlayerCommand) { #expect(texts(command, from: 10) == nil) }
}
