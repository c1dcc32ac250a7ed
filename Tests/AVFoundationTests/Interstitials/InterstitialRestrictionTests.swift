import AVFoundation
import PlayheadTesting
import Synchronization
import Testing

/// Restrictions of events, and seeks around events.
@Suite("Restrictions of interstitial events")
struct InterstitialRestrictionTests {
  private func scene(
    _ restrictions: AVPlayerInterstitialEvent.Restrictions, once: Bool = false
  ) throws -> InterstitialScene {
    let scene = try InterstitialScene()
    let event = AVPlayerInterstitialEvent(
      primaryItem: scene.item, identifier: "ad", time: .seconds(3), templateItems: [scene.ad()],
      restrictions: restrictions, resumptionOffset: .zero, playoutLimit: .seconds(2))
    event.willPlayOnce = once
    scene.controller.events = [event]
    scene.open()
    return scene
  }

  private func seek(_ scene: InterstitialScene, to seconds: Double) -> Bool? {
    let answer = Mutex<Bool?>(nil)
    scene.stage.player.seek(to: .seconds(seconds), toleranceBefore: .zero, toleranceAfter: .zero) { done in
      answer.withLock { $0 = done }
    }
    scene.stage.settle()
    return answer.withLock { $0 }
  }

  @Test("a seek across a mandatory event stops at it; after it was played the seek is unrestricted")
  func mandatoryEvent() throws {
    let scene = try scene(.constrainsSeekingForwardInPrimaryContent)
    #expect(seek(scene, to: 8) == true)
    #expect(scene.stage.player.currentTime() == .seconds(3))
    scene.stage.player.play()
    #expect(scene.stage.run { scene.monitor.currentEvent != nil })
    scene.stage.run(0.5)
    // Seeking forward out of it is refused.
    #expect(seek(scene, to: 8) == false)
    #expect(scene.monitor.currentEvent != nil)
    #expect(scene.stage.run { scene.monitor.currentEvent == nil })
    scene.stage.player.pause()
    scene.stage.settle()
    #expect(seek(scene, to: 1) == true)
    #expect(seek(scene, to: 8) == true)
    #expect(scene.stage.player.currentTime() == .seconds(8))
  }

  @Test("without a restriction a seek passes the event, and a seek ends it")
  func unrestrictedEvent() throws {
    let scene = try scene([])
    #expect(seek(scene, to: 8) == true)
    #expect(scene.stage.player.currentTime() == .seconds(8))
    #expect(seek(scene, to: 2) == true)
    scene.stage.player.play()
    #expect(scene.stage.run { scene.monitor.currentEvent != nil })
    scene.stage.run(0.5)
    #expect(seek(scene, to: 6) == true)
    #expect(scene.monitor.currentEvent == nil)
    #expect(scene.playToEnd())
    // The frame after the seek, and all that follow, without the event again.
    let last = try #require(scene.runs.last)
    #expect(last == 179...299)
    #expect(scene.stage.eventLog.lines == ["events ad", "current ad", "current nil"])
  }

  @Test("an event that requires the preferred rate is neither fast-forwarded nor skipped")
  func skip() throws {
    let scene = try scene(.requiresPlaybackAtPreferredRateForAdvancement)
    scene.stage.player.play()
    #expect(scene.stage.run { scene.monitor.currentEvent != nil })
    scene.stage.run(0.5)
    let player = scene.monitor.interstitialPlayer
    player.rate = 2
    #expect(player.rate == 1)
    let answer = Mutex<Bool?>(nil)
    player.seek(to: .seconds(1.9)) { done in answer.withLock { $0 = done } }
    scene.stage.run(0.1)
    #expect(answer.withLock { $0 } == false)
    player.advanceToNextItem()
    #expect(player.currentItem != nil && scene.monitor.currentEvent != nil)
    #expect(scene.playToEnd())
    #expect(scene.runs == [0...89, 0...59, 89...299])
    // Afterwards there are no restrictions.
    player.rate = 2
    #expect(player.rate == 2)
  }

  @Test("a play-once event plays once however often its time is reached", arguments: [false, true])
  func once(isOnce: Bool) throws {
    let scene = try scene([], once: isOnce)
    #expect(scene.playToEnd())
    #expect(seek(scene, to: 0) == true)
    #expect(scene.playToEnd())
    #expect(scene.stage.eventLog.lines.filter { $0 == "current ad" }.count == (isOnce ? 1 : 2))
  }

  @Test("a stream's events can be ignored or replaced")
  func replaced() throws {
    let tag =
      #"#EXT-X-DATERANGE:ID="d",CLASS="com.apple.hls.interstitial",START-DATE="2024-01-01T00:00:02Z","#
      + #"X-ASSET-URI="ad.m3u8""#
    let alone = try InterstitialScene([tag])
    alone.item.automaticallyHandlesInterstitialEvents = false
    alone.open()
    #expect(alone.monitor.events.isEmpty)
    #expect(alone.playToEnd())
    #expect(alone.numbers == Array(0...299))

    let replaced = try InterstitialScene([tag])
    replaced.controller.events = []
    replaced.open()
    #expect(replaced.monitor.events.isEmpty && replaced.controller.events.isEmpty)
    replaced.controller.events = nil
    #expect(replaced.controller.events.map(\.identifier) == ["d"])
    replaced.controller.events = []
    #expect(replaced.playToEnd())
    #expect(replaced.numbers == Array(0...299))
  }

  @Test("replacing the item ends an event")
  func anotherItem() throws {
    let scene = try scene([])
    scene.stage.player.play()
    #expect(scene.stage.run { scene.monitor.currentEvent != nil })
    scene.stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("h264-bframes.mp4")))
    scene.stage.run(1)
    #expect(scene.monitor.currentEvent == nil && scene.monitor.interstitialPlayer.currentItem == nil)
    #expect(scene.stage.player.currentTime() > .seconds(0.5))
    #expect(scene.numbers.last.map { $0 > 10 } == true)
  }

  @Test("values of an event")
  func values() throws {
    let item = AVPlayerItem(url: Fixture.url("h264-bframes.mp4"))
    let event = AVPlayerInterstitialEvent(primaryItem: item, time: .seconds(4))
    #expect(event.primaryItem === item && event.time == .seconds(4) && event.date == nil)
    #expect(!event.identifier.isEmpty && event.templateItems.isEmpty && event.restrictions == [])
    #expect(event.resumptionOffset == .indefinite && !event.playoutLimit.isValid && event.cue == .noCue)
    #expect(!event.willPlayOnce && event.timelineOccupancy == .singlePoint && event.contentMayVary)
    #expect(!event.plannedDuration.isValid && event.assetListResponse == nil)
    event.date = Date(timeIntervalSince1970: 5)
    #expect(!event.time.isValid)
    let copy = try #require(event.copy() as? AVPlayerInterstitialEvent)
    event.identifier = "other"
    #expect(copy.identifier != "other" && copy.date == Date(timeIntervalSince1970: 5))
    #expect(AVPlayerInterstitialEvent.Restrictions.requiresPlaybackAtPreferredRateForAdvancement.rawValue == 4)
  }
}
