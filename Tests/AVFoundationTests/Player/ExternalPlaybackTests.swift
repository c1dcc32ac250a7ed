import Foundation
import PlayheadRoutes
import Synchronization
import Testing

@_spi(Playhead) @testable import AVFoundation

/// A player whose items another device plays. `ExternalPlaybackTests` of the engine test what the session does.
@Suite("External playback") struct PlayerExternalPlaybackTests {
  /// A renderer that records its commands; the test reports its state.
  private final class Renderer: RemoteRenderer {
    let route = PlaybackRoute(id: "uuid:1", name: "Living room", model: nil, kind: .dlna)
    private struct State {
      var commands: [RemotePlayback.Command] = []
      var receive: (@Sendable (RemotePlayback.Update) -> Void)?
      var isStopped = false
    }
    private let state = Mutex(State())

    func start(_ receive: @escaping @Sendable (RemotePlayback.Update) -> Void) {
      state.withLock { $0.receive = receive }
    }
    func send(_ command: RemotePlayback.Command) { state.withLock { $0.commands.append(command) } }
    func stop() { state.withLock { $0.isStopped = true } }
    var isStopped: Bool { state.withLock { $0.isStopped } }
    var commands: [RemotePlayback.Command] { state.withLock { $0.commands } }

    /// Reports a state that includes all commands.
    func report(_ phase: RemotePlayback.Phase, isPlaying: Bool = true, position: Double = 0) {
      let (receive, count) = state.withLock { ($0.receive, $0.commands.count) }
      receive?(
        RemotePlayback.Update(
          commandCount: count, phase: phase, isPlaying: isPlaying, isRendering: isPlaying && phase == .ready,
          position: position))
    }
  }

  private let stage = Stage("demo.mp4")
  private let renderer = Renderer()

  @Test("The state of the device is the player's, and both activations are observed once")
  func deviceIsFollowed() {
    stage.settle()
    stage.watch()
    let eventLog = stage.eventLog
    let token = stage.player.observe(\.isExternalPlaybackActive, options: .new) { player, _ in
      eventLog.add("active \(player.isExternalPlaybackActive)")
    }
    stage.player.setRenderer(renderer)
    #expect(stage.player.isExternalPlaybackActive && stage.player.allowsExternalPlayback)
    stage.player.play()
    stage.settle()
    #expect(stage.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(stage.player.reasonForWaitingToPlay == .toMinimizeStalls)
    renderer.report(.ready)
    stage.run(2)
    #expect(stage.player.timeControlStatus == .playing && stage.player.currentTime().seconds > 1.9)
    stage.player.pause()
    stage.settle()
    #expect(renderer.commands.suffix(2) == [.setPlaying(true), .setPlaying(false)])
    stage.player.setRenderer(nil)
    stage.settle()
    #expect(renderer.isStopped && !stage.player.isExternalPlaybackActive)
    #expect(eventLog.take().filter { $0.hasPrefix("active") } == ["active true", "active false"])
    token.invalidate()
  }

  @Test("A device plays at rate 1 only; other rates are refused")
  func otherRatesAreRefused() {
    stage.player.setRenderer(renderer)
    stage.player.rate = 2
    #expect(stage.player.rate == 1)
    stage.player.rate = -1
    #expect(stage.player.rate == 0)
  }

  @Test("allowsExternalPlayback = false ends it, and prevents it")
  func playerCanForbidIt() {
    stage.player.setRenderer(renderer)
    stage.player.allowsExternalPlayback = false
    stage.settle()
    #expect(renderer.isStopped && !stage.player.isExternalPlaybackActive)
    stage.player.setRenderer(Renderer())
    #expect(!stage.player.isExternalPlaybackActive)
  }

  @Test("A device that fails returns playback, paused, with an error in the log of the item")
  func failureReturnsPlayback() throws {
    let item = try #require(stage.player.currentItem)
    stage.player.setRenderer(renderer)
    stage.player.play()
    stage.settle()
    renderer.report(.ready, position: 0.5)
    stage.run(3)
    renderer.report(.failed(.noResponse), isPlaying: false, position: 3)
    stage.settle()
    #expect(!stage.player.isExternalPlaybackActive && stage.player.rate == 0 && renderer.isStopped)
    #expect(abs(stage.player.currentTime().seconds - 3) < 0.1)
    let error = try #require(stage.player.externalPlaybackError as NSError?)
    #expect(error.domain == AVFoundationErrorDomain && error.code == AVError.Code.operationInterrupted.rawValue)
    #expect("\(error.userInfo)".contains("“Living room” does not respond"))
    #expect(item.errorLog()?.events.last?.errorStatusCode == error.code)
    // Another device resets the error.
    stage.player.setRenderer(Renderer())
    #expect(stage.player.externalPlaybackError == nil)
  }

  @Test("The device gets the address, the title and the container of the item")
  func itemIsDescribed() throws {
    stage.settle()
    stage.player.setRenderer(renderer)
    stage.settle()
    guard case .load(let item, let position) = try #require(renderer.commands.first) else {
      Issue.record("\(renderer.commands)")
      return
    }
    #expect(item.address == Fixture.url("demo.mp4").absoluteString && position == 0 && item.hasVideo)
    #expect(item.title == "A Day over the Hills" && item.container.hasPrefix("mov,mp4") && item.isSelfContained)
  }
}
