import Foundation
import PlayheadAudio
import PlayheadClock
import PlayheadSoundServer
import Synchronization
import TestSupport
import Testing

@testable import AVFAudio

/// A sound server whose state the test sets.
private final class FixedServer: SoundServerSource {
  private struct State: Sendable {
    var current: SoundServerState?
    var call: (@Sendable (SoundServerState) -> Void)?
  }
  private let state: Mutex<State>
  init(_ current: SoundServerState?) { state = Mutex(State(current: current)) }
  func state(waitingAtMost milliseconds: Int) -> SoundServerState? { state.withLock { $0.current } }
  func observe(_ call: @escaping @Sendable (SoundServerState) -> Void) { state.withLock { $0.call = call } }

  func change(to new: SoundServerState) {
    state.withLock { state in
      state.current = new
      return state.call
    }?(new)
  }
}

@Suite("The sound server's state")
struct SoundServerTests {
  private final class NoDevices: AudioDeviceSource {
    func outputs() -> [AudioDevice] { [] }
    func observe(_ call: @escaping @Sendable (AudioDeviceEvent) -> Void) {}
  }

  private final class ImmediateDelivery: EventDelivery {
    func deliver(_ call: @escaping @Sendable () -> Void) { call() }
  }

  private func session(_ server: (any SoundServerSource)?) -> AVAudioSession {
    AVAudioSession(
      NoDevices(), server: server, delivery: ImmediateDelivery(), isAnyPlayerAudible: { false }, queryTimeout: .never)
  }

  @Test func sessionReportsVolumeAndOtherAudio() {
    let server = FixedServer(SoundServerState(volume: 0.25, isOtherAudioPlaying: true, isOtherMediaPlaying: false))
    let session = session(server)
    #expect(session.outputVolume == 0.25 && session.isOtherAudioPlaying && !session.secondaryAudioShouldBeSilencedHint)
    let none = self.session(nil)
    #expect(none.outputVolume == 1 && !none.isOtherAudioPlaying && !none.secondaryAudioShouldBeSilencedHint)
    let silent = self.session(FixedServer(nil))
    #expect(silent.outputVolume == 1 && !silent.isOtherAudioPlaying)
  }

  @Test func hintIsPostedWhenOtherMediaBeginsAndEnds() async throws {
    let server = FixedServer(SoundServerState(volume: 1, isOtherAudioPlaying: false, isOtherMediaPlaying: false))
    let session = session(server)
    try session.setActive(true)
    let (types, posted) = AsyncStream.makeStream(of: UInt.self)
    let token = NotificationCenter.default.addObserver(
      forName: AVAudioSession.silenceSecondaryAudioHintNotification, object: session, queue: nil
    ) { notification in
      let value = notification.userInfo?[AVAudioSessionSilenceSecondaryAudioHintTypeKey] as? NSNumber
      posted.yield(value?.uintValue ?? 99)
    }
    defer { NotificationCenter.default.removeObserver(token) }
    server.change(to: SoundServerState(volume: 1, isOtherAudioPlaying: true, isOtherMediaPlaying: false))
    server.change(to: SoundServerState(volume: 1, isOtherAudioPlaying: true, isOtherMediaPlaying: true))
    server.change(to: SoundServerState(volume: 0.5, isOtherAudioPlaying: true, isOtherMediaPlaying: true))
    server.change(to: SoundServerState(volume: 0.5, isOtherAudioPlaying: false, isOtherMediaPlaying: false))
    var next = types.makeAsyncIterator()
    #expect(await next.next() == AVAudioSession.SilenceSecondaryAudioHintType.begin.rawValue)
    #expect(await next.next() == AVAudioSession.SilenceSecondaryAudioHintType.end.rawValue)
  }

  /// A server of its own without devices, controlled by pactl: expected values are pactl's arguments.
  @Test(
    .enabled(if: PrivatePulse.isInstalled, "pulseaudio, pactl or pacat is not installed"))
  func pulseAudioReportsVolumeAndStreams() async throws {
    let pulse = try PrivatePulse()
    defer { pulse.stop() }
    pulse.control("set-sink-volume", "@DEFAULT_SINK@", "40%")
    let server = PulseServer(server: pulse.address)
    let (states, changed) = AsyncStream.makeStream(of: SoundServerState.self)
    server.observe { changed.yield($0) }
    let first = try #require(server.state(waitingAtMost: 60_000))
    #expect(abs(first.volume - 0.4) < 0.001 && !first.isOtherAudioPlaying)

    func wait(for condition: (SoundServerState) -> Bool) async {
      for await state in states where condition(state) { return }
    }
    pulse.control("set-sink-volume", "@DEFAULT_SINK@", "150%")
    await wait { $0.volume == 1 }
    pulse.control("set-sink-mute", "@DEFAULT_SINK@", "1")
    await wait { $0.volume == 0 }
    let beep = try pulse.play(role: "event")
    await wait { $0.isOtherAudioPlaying && !$0.isOtherMediaPlaying }
    let music = try pulse.play(role: "music")
    await wait { $0.isOtherMediaPlaying }
    music.killIfStarted()
    beep.killIfStarted()
    await wait { !$0.isOtherAudioPlaying && !$0.isOtherMediaPlaying }
    #expect(server.state(waitingAtMost: 0)?.volume == 0)
  }

  @Test func unknownServerHasNoState() {
    let server = PulseServer(server: "unix:/nonexistent/playhead")
    #expect(server.state(waitingAtMost: 50) == nil)
  }
}
