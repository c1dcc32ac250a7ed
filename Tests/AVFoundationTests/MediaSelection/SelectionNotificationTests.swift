import PlayheadItems
import Testing
@testable import AVFoundation

@Suite("§5.7 reports of selections")
@MainActor struct SelectionNotificationTests {
  @Test("§0.3 and §5.7 currentMediaSelection is observable: when the item is ready and when the selection changes")
  func observable() throws {
    let stage = Stage()
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    let eventLog = stage.eventLog
    // The tracks of the fixture: audio in English and in German.
    let token = item.observe(\.currentMediaSelection, options: .new) { item, _ in
      eventLog.add(item.presentSelection.choices[.audible]?.option?.extendedLanguageTag ?? "none")
    }
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(eventLog.take() == ["en"])
    let audible = try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    item.select(audible.options[1], in: audible)
    stage.settle()
    #expect(eventLog.take() == ["de"])
    item.select(audible.options[1], in: audible)
    stage.settle()
    #expect(eventLog.take() == [])
    item.selectMediaOptionAutomatically(in: audible)
    stage.settle()
    #expect(eventLog.take() == ["en"])
    token.invalidate()
  }

  @Test("§5.7 setting criteria to nil restores the default selection")
  func withoutCriteria() throws {
    let stage = Stage()
    let player = stage.player
    player.setMediaSelectionCriteria(
      AVPlayerMediaSelectionCriteria(preferredLanguages: ["de"], preferredMediaCharacteristics: nil),
      forMediaCharacteristic: .audible)
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    player.replaceCurrentItem(with: item)
    stage.settle()
    let audible = try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    #expect(item.selectedMediaOption(in: audible)?.extendedLanguageTag == "de")
    player.setMediaSelectionCriteria(nil, forMediaCharacteristic: .audible)
    stage.settle()
    #expect(player.mediaSelectionCriteria(forMediaCharacteristic: .audible) == nil)
    #expect(item.selectedMediaOption(in: audible)?.extendedLanguageTag == "en")
    #expect(item.engineItem.snapshot.audioTrack == 1)
  }

  @Test("§5.7 an option of another group is ignored")
  func foreignOption() throws {
    let stage = Stage("demo.mp4")
    stage.settle()
    let item = try #require(stage.player.currentItem)
    let audible = try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    let legible = try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
    item.select(legible.options[0], in: audible)
    #expect(item.selectedMediaOption(in: audible) === audible.options[0])
    #expect(item.selectedMediaOption(in: legible) == nil)
  }
}
