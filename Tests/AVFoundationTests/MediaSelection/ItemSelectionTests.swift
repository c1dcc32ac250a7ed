import PlayheadItems
import Testing
@testable import AVFoundation

@Suite("§2.5 choosing in an item")
@MainActor struct ItemSelectionTests {
  @Test("a selection is retained, reported once, applied by the player, and reset")
  func choosing() async throws {
    let stage = Stage("demo.mp4")
    stage.settle()
    let item = try #require(stage.player.currentItem)
    let audible = try #require(try await item.asset.loadMediaSelectionGroup(for: .audible))
    let legible = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
    #expect(audible.options.map(\.extendedLanguageTag) == ["en", "de"])
    #expect(item.selectedMediaOption(in: audible) === audible.options[0])
    let eventLog = stage.eventLog
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.mediaSelectionDidChangeNotification, object: item, queue: nil
    ) { _ in eventLog.add("changed") }
    defer { NotificationCenter.default.removeObserver(token) }
    stage.player.play()
    stage.run(1)
    item.select(audible.options[1], in: audible)
    item.select(audible.options[1], in: audible)
    stage.run(1)
    #expect(item.selectedMediaOption(in: audible) === audible.options[1])
    #expect(item.engineItem.snapshot.audioTrack == 2)
    #expect(stage.player.timeControlStatus == .playing)
    item.select(nil, in: audible)
    #expect(item.selectedMediaOption(in: audible) === audible.options[1], "there is always an audio selection")
    item.select(nil, in: legible)
    #expect(item.selectedMediaOption(in: legible) == nil)
    item.selectMediaOptionAutomatically(in: audible)
    stage.run(1)
    #expect(item.currentMediaSelection.selectedMediaOption(in: audible) === audible.options[0])
    #expect(item.engineItem.snapshot.audioTrack == 1)
    #expect(stage.eventLog.lines == ["changed", "changed", "changed"])
  }

  @Test("a selection before the item has a player")
  func beforehand() async throws {
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    let audible = try #require(try await item.asset.loadMediaSelectionGroup(for: .audible))
    item.select(audible.options[1], in: audible)
    let stage = Stage(hasAudio: true)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.engineItem.snapshot.audioTrack == 2)
  }

  @Test("§5.7 criteria select where no option was selected: on opening, and at once when they change")
  func criteria() async throws {
    let stage = Stage(hasAudio: true)
    let player = stage.player
    #expect(player.appliesMediaSelectionCriteriaAutomatically)
    let german = AVPlayerMediaSelectionCriteria(
      preferredLanguages: ["ja", "de-AT"], preferredMediaCharacteristics: nil)
    player.setMediaSelectionCriteria(german, forMediaCharacteristic: .audible)
    #expect(player.mediaSelectionCriteria(forMediaCharacteristic: .audible) === german)
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    player.replaceCurrentItem(with: item)
    stage.settle()
    let audible = try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    let legible = try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
    #expect(item.engineItem.snapshot.audioTrack == 2)
    #expect(item.selectedMediaOption(in: audible)?.extendedLanguageTag == "de")
    #expect(item.selectedMediaOption(in: legible) == nil, "no subtitles unless selected")
    player.setMediaSelectionCriteria(
      AVPlayerMediaSelectionCriteria(preferredLanguages: ["en"], preferredMediaCharacteristics: nil),
      forMediaCharacteristic: .legible)
    #expect(item.selectedMediaOption(in: legible)?.extendedLanguageTag == "en")
    stage.settle()
    #expect(item.engineItem.snapshot.textTrack == 3)
    item.select(legible.options[1], in: legible)
    stage.settle()
    #expect(item.engineItem.snapshot.textTrack == 4)
    item.select(nil, in: legible)
    stage.settle()
    #expect(item.engineItem.snapshot.textTrack == nil)
    player.play()
    stage.run(1)
    player.appliesMediaSelectionCriteriaAutomatically = false
    stage.run(1)
    #expect(item.engineItem.snapshot.audioTrack == 1)
    player.appliesMediaSelectionCriteriaAutomatically = true
    item.select(audible.options[0], in: audible)
    stage.run(1)
    #expect(item.engineItem.snapshot.audioTrack == 1, "an explicit selection wins")
    #expect(!item.currentMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: audible))
    item.selectMediaOptionAutomatically(in: audible)
    stage.run(1)
    #expect(item.engineItem.snapshot.audioTrack == 2)
  }
}
