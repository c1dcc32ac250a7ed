import AVFoundation
import PlayheadEngine
import PlayheadTesting
import Testing

/// Time is the machine's here, because it is the network's; nothing sleeps, everything waits for what the player tells.
@Suite("§3.4 and §5.8 what programs are told of a stall", .serialized)
@MainActor struct PlayerStallNoticeTests {
  /// Waits until a notification of an item was posted.
  private func posted(_ name: NSNotification.Name, by item: AVPlayerItem, after action: () -> Void) async {
    var token: (any NSObjectProtocol)?
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      nonisolated(unsafe) var isWaiting = true
      token = NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { _ in
        guard isWaiting else { return }
        isWaiting = false
        continuation.resume()
      }
      action()
    }
    if let token { NotificationCenter.default.removeObserver(token) }
  }

  @Test("§5.8 playbackStalled is posted for the item; §5.4 its buffer is empty; §3.4 it waits and goes on by itself")
  func stalled() async throws {
    let server = try FaultServer()
    defer { server.stop() }
    let gate = ServerGate()
    let data = try Data(contentsOf: Fixture.url("video-only.mp4"))
    var resource = ServedResource(.data(data))
    resource.faults = [.freeze(after: data.count / 2, gate)]
    server.serve("/film.mp4", resource)
    let player = AVPlayer(environment: PlaybackEnvironment(clock: SystemClock(), audio: nil))
    let item = AVPlayerItem(url: server.url("/film.mp4"))
    player.replaceCurrentItem(with: item)
    await posted(.AVPlayerItemPlaybackStalled, by: item) { player.rate = 4 }
    #expect(item.isPlaybackBufferEmpty && !item.isPlaybackLikelyToKeepUp)
    #expect(player.rate == 4)
    #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(player.reasonForWaitingToPlay == .toMinimizeStalls)
    await posted(.AVPlayerItemDidPlayToEndTime, by: item) { gate.open() }
    #expect(player.currentTime() == item.duration)
    player.session.close()
  }
}
