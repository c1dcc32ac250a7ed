@_spi(Playhead) import AVFoundation
import Testing

@testable import AVKit

@Suite struct SecondarySubtitlesTests {
  /// The settings of a file: hidden (`-`), primary (`p`) or secondary (`s`).
  private func settings(_ sign: Character) -> CaptionSettings {
    var settings = CaptionSettings()
    settings.isShown = sign != "-"
    settings.isAtTop = sign == "s"
    return settings
  }

  /// The index of the next secondary file; -1 for none, nil if there is no choice.
  private func next(_ signs: String) -> Int? { SecondarySubtitles.next(signs.map(settings)).map { $0.index ?? -1 } }

  @Test func filesFollowEachOtherWithoutThePrimaryOne() {
    #expect(next("--") == 0)
    #expect(next("p--") == 1)
    #expect(next("ps-") == 2)
    #expect(next("p-s") == -1)
    #expect(next("sp-") == 2)
  }

  @Test func primaryFileAloneIsNoChoice() {
    #expect(next("") == nil)
    #expect(next("p") == nil)
  }

  @Test func selectingPrimarySubtitlesKeepsTheSecondaryOnes() {
    #expect(SecondarySubtitles.settings(settings("s"), isPrimary: false) == settings("s"))
    #expect(SecondarySubtitles.settings(settings("s"), isPrimary: true) == settings("p"))
    #expect(SecondarySubtitles.settings(settings("p"), isPrimary: false) == settings("-"))
    #expect(SecondarySubtitles.settings(settings("-"), isPrimary: true) == settings("p"))
  }
}
