import AVFoundation
import Testing

@Suite("§0.3 which properties can be observed")
struct ObservableKeysTests {
  private final class Listener: NSKeyValueObserverObject {
    let eventLog = EventLog()
    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      eventLog.add(keyPath ?? "")
    }
  }

  /// Every key is known, and the initial call comes before registering returns.
  private func expect(_ keys: [String], of object: NSObject) {
    let listener = Listener()
    for key in keys { object.addObserver(listener, forKeyPath: key, options: .initial, context: nil) }
    #expect(listener.eventLog.take() == keys)
    for key in keys { object.removeObserver(listener, forKeyPath: key) }
  }

  @Test("§0.3 AVPlayer; the keys of Swift's isMuted and isExternalPlaybackActive have no `is`")
  func player() {
    expect(
      [
        "status", "error", "rate", "defaultRate", "currentItem", "timeControlStatus", "reasonForWaitingToPlay",
        "volume",
        "muted", "actionAtItemEnd", "externalPlaybackActive", "allowsExternalPlayback",
        "preventsDisplaySleepDuringVideoPlayback", "automaticallyWaitsToMinimizeStalling",
      ], of: AVPlayer())
  }

  @Test("§0.3 AVPlayerItem")
  func item() {
    expect(
      [
        "status", "error", "duration", "tracks", "presentationSize", "timedMetadata", "loadedTimeRanges",
        "seekableTimeRanges", "playbackLikelyToKeepUp", "playbackBufferEmpty", "playbackBufferFull",
        "canPlayFastForward", "canPlaySlowForward", "canPlayReverse", "canPlaySlowReverse", "canPlayFastReverse",
        "canStepForward", "canStepBackward", "currentMediaSelection",
      ], of: AVPlayerItem(url: Fixture.url("demo.mp4")))
  }

  @Test("§0.3 AVPlayerLayer, AVPlayerLooper, AVPlayerItemTrack")
  @MainActor func others() throws {
    expect(["readyForDisplay", "videoRect", "player"], of: AVPlayerLayer())
    let stage = Stage("demo.mp4")
    stage.settle()
    expect(["enabled"], of: try #require(stage.player.currentItem?.tracks.first))
    let queue = Stage(queue: [])
    let looper = AVPlayerLooper(
      player: try #require(queue.player as? AVQueuePlayer), templateItem: AVPlayerItem(url: Fixture.url("demo.mp4")))
    expect(["status", "error", "loopCount", "loopingPlayerItems"], of: looper)
  }

  #if compiler(>=6.2)  // exit tests
    @Test("§0.3 current time, logs and a track's frame rate are no keys: observing them is a programmer error")
    func notObservable() async {
      await #expect(processExitsWith: .failure) {
        AVPlayer().addObserver(NSKeyValueObserverObject(), forKeyPath: "currentTime", options: [], context: nil)
      }
      await #expect(processExitsWith: .failure) {
        AVPlayerItem(url: URL(fileURLWithPath: "/nowhere")).addObserver(
          NSKeyValueObserverObject(), forKeyPath: "accessLog", options: [], context: nil)
      }
      await #expect(processExitsWith: .failure) {
        let stage = Stage("demo.mp4")
        stage.settle()
        let track = try #require(stage.player.currentItem?.tracks.first)
        track.addObserver(
          NSKeyValueObserverObject(), forKeyPath: "currentVideoFrameRate", options: [], context: nil)
      }
    }
  #endif
}
