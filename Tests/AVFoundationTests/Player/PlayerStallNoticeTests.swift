import AVFoundation
import PlayheadEngine
import PlayheadTesting
import Testing

/// Time is the machine's here, because it is the network's; nothing sleeps, everything waits for what the player tells.
@Suite("§3.4 and §5.8 what programs are told of a stall", .serialized)
@MainActor struct PlayerStallNoticeTests {
  /// Waits until one of several notifications of an item was posted. `handler` runs along with it: what the player is then may have
  /// changed when the waiting test goes on.
  private func posted(
    _ names: NSNotification.Name..., by item: AVPlayerItem, after action: () -> Void,
    handler: @escaping @MainActor () -> Void = {}
  ) async {
    var tokens: [any NSObjectProtocol] = []
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      nonisolated(unsafe) var isWaiting = true
      tokens = names.map {
        NotificationCenter.default.addObserver(forName: $0, object: item, queue: nil) { _ in
          guard isWaiting else { return }
          isWaiting = false
          MainActor.assumeIsolated { handler() }
          continuation.resume()
        }
      }
      action()
    }
    for token in tokens { NotificationCenter.default.removeObserver(token) }
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
    await posted(
      .AVPlayerItemPlaybackStalled, by: item, after: { player.rate = 4 },
      handler: {
        #expect(item.isPlaybackBufferEmpty && !item.isPlaybackLikelyToKeepUp)
        #expect(player.rate == 4)
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(player.reasonForWaitingToPlay == .toMinimizeStalls)
      })
    await posted(
      .AVPlayerItemDidPlayToEndTime, .AVPlayerItemFailedToPlayToEndTime, by: item, after: { gate.open() })
    #expect(player.currentTime() == item.duration)
    player.session.close()
  }
}
