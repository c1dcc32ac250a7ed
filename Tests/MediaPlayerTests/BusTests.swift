import AVFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MediaPlayer

/// The program on a bus, inspected by playerctl and gdbus.
@Suite(
  "MPRIS on the session bus", .serialized,
  .enabled(
    if: SessionBus.has("dbus-daemon") && SessionBus.has("playerctl") && SessionBus.has("gdbus"),
    "dbus-daemon, playerctl or gdbus is not installed"))
struct BusTests {
  private let center = MPRemoteCommandCenter.shared()

  /// Other tests start players that find the same bus.
  private static let name = "playheadtests"

  init() throws {
    _ = try #require(SessionBus.address)
    var program = DesktopProgram()
    program.busName = Self.name
    NowPlayingPublisher.shared.setProgram(program)
  }

  private func playerctl(_ arguments: String...) async -> String? { await playerctl(arguments) }

  private func playerctl(_ arguments: [String]) async -> String? {
    await SessionBus.run("playerctl", ["-p", Self.name] + arguments)
  }

  private func info(_ title: String, elapsed: Double, rate: Double) -> [String: Any] {
    [
      MPMediaItemPropertyTitle: title, MPMediaItemPropertyArtist: "Somebody",
      MPMediaItemPropertyPlaybackDuration: 100.0,
      MPNowPlayingInfoPropertyElapsedPlaybackTime: elapsed, MPNowPlayingInfoPropertyPlaybackRate: rate,
    ]
  }

  /// Polls until the condition holds: the bus is another process.
  private func eventually(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<4_000 {
      if await condition() { return true }
      try? await Task.sleep(for: .milliseconds(25))
    }
    return false
  }

  @Test("playerctl reads and controls playback")
  func playerctl() async throws {
    let done = Collected<String>()
    var tokens: [(MPRemoteCommand, Any)] = []
    func add(_ command: MPRemoteCommand, _ text: @escaping @Sendable (MPRemoteCommandEvent) -> String) {
      let token = command.addTarget { event in
        done.add(text(event))
        return .success
      }
      tokens.append((command, token))
    }
    add(center.playCommand) { _ in "play" }
    add(center.pauseCommand) { _ in "pause" }
    add(center.nextTrackCommand) { _ in "next" }
    add(center.changePlaybackPositionCommand) {
      "to \(($0 as? MPChangePlaybackPositionCommandEvent)?.positionTime ?? -1)"
    }
    defer { for (command, token) in tokens { command.removeTarget(token) } }

    MPNowPlayingInfoCenter.default().nowPlayingInfo = info("A film, 日本", elapsed: 30, rate: 0)
    #expect(await eventually { await playerctl("metadata", "title") == "A film, 日本" })
    #expect(await playerctl("status") == "Paused")
    #expect(await playerctl("metadata", "mpris:length") == "100000000")
    #expect(await playerctl("position") == "30.000000")

    // If the main queue is busy for longer than playerctl waits, playerctl gives up; its request is still performed.
    for arguments in [["play"], ["next"], ["position", "42"]] {
      _ = await playerctl(arguments)
    }
    #expect(await eventually { done.all.count >= 3 })
    // The command has no target.
    _ = await playerctl("previous")
    #expect(done.all == ["play", "next", "to 42.0"])
  }

  @Test("Signals are ordered and contain only changed properties")
  func signals() async throws {
    let play = self.center.playCommand
    let token = play.addTarget { _ in .success }
    defer { play.removeTarget(token) }
    let center = MPNowPlayingInfoCenter.default()
    center.nowPlayingInfo = info("First", elapsed: 0, rate: 1)
    #expect(await eventually { await playerctl("metadata", "title") == "First" })
    let watcher = try Watcher(
      "gdbus", "monitor", "--session", "--dest", "org.mpris.MediaPlayer2.\(Self.name)", "--object-path",
      "/org/mpris/MediaPlayer2")
    defer { watcher.stop() }
    #expect(await eventually { watcher.text.contains("is owned by") })

    center.nowPlayingInfo = info("First", elapsed: 60, rate: 1)
    center.nowPlayingInfo = info("First", elapsed: 60, rate: 0)
    center.nowPlayingInfo = info("Second", elapsed: 0, rate: 0)
    center.nowPlayingInfo = nil
    #expect(await eventually { watcher.text.contains("Stopped") })
    let lines = watcher.text.split(separator: "\n").filter { $0.contains("/org/mpris/MediaPlayer2: ") }
    try #require(lines.count == 4)
    #expect(lines[0].contains("Player.Seeked (int64 60"))
    #expect(lines[1].contains("{'PlaybackStatus': <'Paused'>}"))
    #expect(lines[2].contains("'Second'") && !lines[2].contains("PlaybackStatus"))
    #expect(lines[3].contains("'PlaybackStatus': <'Stopped'>"))
  }

  @Test func fullScreenIsReadSetAndAnnounced() async throws {
    let requests = Collected<Bool>()
    var program = NowPlayingPublisher.shared.program
    program.setFullScreen = { requests.add($0) }
    NowPlayingPublisher.shared.setProgram(program)
    defer {
      program.setFullScreen = nil
      program.isFullScreen = false
      NowPlayingPublisher.shared.setProgram(program)
      MPNowPlayingInfoCenter.default().nowPlayingInfo = nil
    }
    MPNowPlayingInfoCenter.default().nowPlayingInfo = info("A wide film", elapsed: 0, rate: 0)
    let properties = "org.freedesktop.DBus.Properties"
    func call(_ arguments: String...) async -> String? {
      await SessionBus.run(
        "gdbus",
        ["call", "--session", "--dest", "org.mpris.MediaPlayer2.\(Self.name)", "-o", "/org/mpris/MediaPlayer2", "-m"]
          + arguments)
    }
    #expect(
      await eventually {
        await call("\(properties).Get", "org.mpris.MediaPlayer2", "CanSetFullscreen") == "(<true>,)"
      })
    #expect(await call("\(properties).Get", "org.mpris.MediaPlayer2", "Fullscreen") == "(<false>,)")
    _ = await call("\(properties).Set", "org.mpris.MediaPlayer2", "Fullscreen", "<true>")
    #expect(await eventually { requests.all == [true] })
    let watcher = try Watcher(
      "gdbus", "monitor", "--session", "--dest", "org.mpris.MediaPlayer2.\(Self.name)", "--object-path",
      "/org/mpris/MediaPlayer2")
    defer { watcher.stop() }
    #expect(await eventually { watcher.text.contains("is owned by") })
    program.isFullScreen = true
    NowPlayingPublisher.shared.setProgram(program)
    #expect(await eventually { watcher.text.contains("'Fullscreen': <true>") })
    #expect(await call("\(properties).Get", "org.mpris.MediaPlayer2", "Fullscreen") == "(<true>,)")
  }

  @Test("gdbus reads the properties beyond MPRIS and sends a like")
  func details() async throws {
    let likes = Collected<Bool>()
    let like = center.likeCommand
    (like.localizedTitle, like.isActive) = ("Like this film", true)
    let token = like.addTarget { event in
      likes.add((event as? MPFeedbackCommandEvent)?.isNegative ?? true)
      return .success
    }
    defer { like.removeTarget(token) }
    var info = info("A film", elapsed: 0, rate: 0)
    info[MPNowPlayingInfoPropertyServiceIdentifier] = "radio"
    info[MPNowPlayingInfoPropertyAdTimeRanges] = [
      MPAdTimeRange(CMTimeRange(start: .zero, duration: CMTime(value: 30, timescale: 1)))
    ]
    MPNowPlayingInfoCenter.default().nowPlayingInfo = info
    defer { MPNowPlayingInfoCenter.default().nowPlayingInfo = nil }
    func call(_ arguments: String...) async -> String? {
      await SessionBus.run(
        "gdbus",
        ["call", "--session", "--dest", "org.mpris.MediaPlayer2.\(Self.name)", "-o", "/org/mpris/MediaPlayer2", "-m"]
          + arguments)
    }
    let get = "org.freedesktop.DBus.Properties.Get"
    #expect(
      await eventually {
        await call(get, "org.playhead.MediaPlayer", "Information")?.contains("'serviceIdentifier': <'radio'>") ?? false
      })
    #expect(
      await call(get, "org.playhead.MediaPlayer", "Information")?.contains("'adTimeRanges': <[0.0, 30.0]>") == true)
    #expect(
      await call(get, "org.playhead.MediaPlayer", "Feedback")
        == "(<{'like': <{'active': <true>, 'shortTitle': <''>, 'title': <'Like this film'>}>}>,)")
    // If the main queue is busy for longer than gdbus waits, the request is still performed.
    _ = await call("org.playhead.MediaPlayer.SendFeedback", "like", "false")
    #expect(await eventually { likes.all == [false] })
    #expect(await call("org.playhead.MediaPlayer.Rate", "3") == nil)
  }
}
