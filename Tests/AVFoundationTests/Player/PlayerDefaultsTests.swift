import AVFoundation
import PlayheadClock
import Testing

@Suite("§3.1 a new player")
struct PlayerDefaultsTests {
  @Test("has the documented defaults")
  func defaults() {
    let player = AVPlayer()
    #expect(player.status == .unknown)
    #expect(player.error == nil)
    #expect(player.rate == 0)
    #expect(player.defaultRate == 1)
    #expect(player.timeControlStatus == .paused)
    #expect(player.reasonForWaitingToPlay == nil)
    #expect(player.currentItem == nil)
    #expect(player.actionAtItemEnd == .pause)
    #expect(player.volume == 1)
    #expect(!player.isMuted)
    #expect(player.automaticallyWaitsToMinimizeStalling)
    #expect(player.appliesMediaSelectionCriteriaAutomatically)
    #expect(player.mediaSelectionCriteria(forMediaCharacteristic: .audible) == nil)
    #expect(player.allowsExternalPlayback && player.preventsDisplaySleepDuringVideoPlayback)
    #expect(!player.isExternalPlaybackActive)
    #expect(player.audioOutputDeviceUniqueID == nil)
    #expect(player.sourceClock == nil)
    #expect(!AVPlayer.isObservationEnabled)
    #expect(player.currentTime() == .zero)
  }

  @Test("has the item of its initializer at once, also from a URL")
  func items() throws {
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    #expect(AVPlayer(playerItem: item).currentItem === item)
    #expect(AVPlayer(playerItem: nil).currentItem == nil)
    let player = AVPlayer(url: Fixture.url("demo.mp4"))
    #expect(player.currentItem?.status == .unknown)
  }

  @Test("§3.8 allowsExternalPlayback is stored and reported; external playback is never active")
  func externalPlayback() {
    let stage = Stage()
    let eventLog = stage.eventLog
    let token = stage.player.observe(\.allowsExternalPlayback, options: .new) { _, change in
      eventLog.add("\(change.newValue ?? true)")
    }
    stage.player.allowsExternalPlayback = false
    stage.clock.settle()
    #expect(eventLog.take() == ["false"])
    #expect(!stage.player.allowsExternalPlayback && !stage.player.isExternalPlaybackActive)
    token.invalidate()
  }

  @Test("raw values match Apple's")
  func rawValues() {
    #expect(AVPlayer.Status.failed.rawValue == 2)
    #expect(AVPlayer.TimeControlStatus.waitingToPlayAtSpecifiedRate.rawValue == 1)
    #expect(AVPlayer.ActionAtItemEnd.none.rawValue == 2)
    #expect(AVPlayer.WaitingReason.noItemToPlay.rawValue == "AVPlayerWaitingWithNoItemToPlayReason")
    #expect(NSNotification.Name.AVPlayerItemDidPlayToEndTime.rawValue == "AVPlayerItemDidPlayToEndTimeNotification")
    #expect(AVPlayerItem.didPlayToEndTimeNotification == .AVPlayerItemDidPlayToEndTime)
    #expect(AVPlayer.rateDidChangeNotification.rawValue == "AVPlayerRateDidChangeNotification")
  }

  #if compiler(>=6.2)  // exit tests
    @Test("advance is refused: a plain player has no next item")
    func advance() async {
      await #expect(processExitsWith: .failure) { AVPlayer().actionAtItemEnd = .advance }
    }
  #endif
}
