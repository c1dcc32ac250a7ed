import AVFoundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Testing

/// Real time is used here because the network uses it; nothing sleeps, everything waits for the player's notifications.
@Suite("§3.4 and §5.8 notifications of a stall", .serialized)
@MainActor struct PlayerStallNotificationTests {
  /// Performs an action and waits until a video has ended or failed. `stalled` runs within the notification: all tests
  /// share the main thread, and a later call would find the player in another state.
  private func end(of item: AVPlayerItem, after action: () -> Void, stalled: @escaping @MainActor () -> Void) async {
    let center = NotificationCenter.default
    var tokens: [any NSObjectProtocol] = []
    tokens.append(
      center.addObserver(forName: .AVPlayerItemPlaybackStalled, object: item, queue: nil) { _ in
        MainActor.assumeIsolated { stalled() }
      })
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      for name in [Notification.Name.AVPlayerItemDidPlayToEndTime, .AVPlayerItemFailedToPlayToEndTime] {
        tokens.append(center.addObserver(forName: name, object: item, queue: nil) { _ in continuation.resume() })
      }
      action()
    }
    for token in tokens { center.removeObserver(token) }
  }

  @Test("§3.4 without automatic waiting a stall sets the rate to 0, reports it, and does not resume")
  func withoutWaiting() async throws {
    let server = try FaultServer()
    defer { server.stop() }
    let gate = ServerGate()
    let data = try Data(contentsOf: Fixture.url("video-only.mp4"))
    var resource = ServedResource(.data(data))
    resource.faults = [.freeze(after: data.count / 2, gate)]
    server.serve("/film.mp4", resource)
    let player = AVPlayer(environment: PlaybackEnvironment(clock: SystemClock(), audio: nil))
    player.automaticallyWaitsToMinimizeStalling = false
    let item = AVPlayerItem(url: server.url("/film.mp4"))
    player.replaceCurrentItem(with: item)
    var lines: [String] = []
    let tokens = [
      player.observe(\.timeControlStatus) { player, _ in
        MainActor.assumeIsolated { lines.append(player.timeControlStatus == .paused ? "paused" : "not paused") }
      },
      player.observe(\.rate) { player, _ in
        MainActor.assumeIsolated {
          lines.append("rate \(player.rate)")
          // The server has the rest again, but nothing plays before the program requests it.
          if player.rate == 0, player.currentTime() != item.duration {
            gate.open()
            Task { @MainActor in player.rate = 4 }
          }
        }
      },
    ]
    await end(of: item, after: { player.rate = 4 }) {
      lines.append("stalled")
      #expect(player.rate == 0 && player.timeControlStatus == .paused && player.reasonForWaitingToPlay == nil)
    }
    for token in tokens { token.invalidate() }
    let stop = try #require(lines.firstIndex(of: "rate 0.0"), "\(lines)")
    #expect(lines.contains("stalled") && lines.prefix(stop + 2).contains("paused"), "\(lines)")
    // Until the program sets the rate again. The two properties change together, and either may be observed first.
    #expect(!lines.dropFirst(stop + 1).prefix { $0 != "rate 4.0" }.contains("not paused"), "\(lines)")
    #expect(player.currentTime() == item.duration)
    player.session.close()
  }

  @Test("§5.8 playbackStalled is posted; §5.4 the buffer is empty; §3.4 it waits and resumes by itself")
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
    var stalls = 0
    await end(of: item, after: { player.rate = 4 }) {
      stalls += 1
      #expect(item.isPlaybackBufferEmpty && !item.isPlaybackLikelyToKeepUp)
      #expect(player.rate == 4)
      #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
      #expect(player.reasonForWaitingToPlay == .toMinimizeStalls)
      gate.open()
    }
    #expect(stalls > 0)
    #expect(player.currentTime() == item.duration)
    player.session.close()
  }
}
