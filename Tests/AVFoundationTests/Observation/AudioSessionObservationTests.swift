import AVFoundation
import PlayheadAudio
import PlayheadClock
import PlayheadSoundServer
import Synchronization
import TestSupport
import Testing

@testable import AVFAudio

/// The volume of the system as programs observe it.
@Suite("Observation of the audio session")
struct AudioSessionObservationTests {
  private final class Server: SoundServerSource {
    private struct State: Sendable {
      var current = SoundServerState(volume: 0.5, isOtherAudioPlaying: false, isOtherMediaPlaying: false)
      var call: (@Sendable (SoundServerState) -> Void)?
    }
    private let state = Mutex(State())
    func state(waitingAtMost milliseconds: Int) -> SoundServerState? { state.withLock { $0.current } }
    func observe(_ call: @escaping @Sendable (SoundServerState) -> Void) { state.withLock { $0.call = call } }
    func change(_ edit: (inout SoundServerState) -> Void) {
      let (now, call) = state.withLock { state in
        edit(&state.current)
        return (state.current, state.call)
      }
      call?(now)
    }
  }

  private final class NoDevices: AudioDeviceSource {
    func outputs() -> [AudioDevice] { [] }
    func observe(_ call: @escaping @Sendable (AudioDeviceEvent) -> Void) {}
  }

  private final class ImmediateDelivery: EventDelivery {
    func deliver(_ call: @escaping @Sendable () -> Void) { call() }
  }

  @Test func volumeIsObservedByKeyPathAndKey() async {
    let server = Server()
    let session = AVAudioSession(NoDevices(), server: server, delivery: ImmediateDelivery(), queryTimeout: .never)
    let (volumes, changed) = AsyncStream.makeStream(of: Float.self)
    let token = session.observe(\.outputVolume, options: [.initial, .new]) { _, change in
      changed.yield(change.newValue ?? -1)
    }
    defer { token.invalidate() }
    let (flags, flagged) = AsyncStream.makeStream(of: Bool.self)
    let observer = KeyObserver { flagged.yield($0) }
    session.addObserver(observer, forKeyPath: "otherAudioPlaying", options: [.new], context: nil)
    defer { session.removeObserver(observer, forKeyPath: "otherAudioPlaying") }
    server.change { $0.volume = 0.75 }
    server.change { $0.isOtherAudioPlaying = true }
    var next = volumes.makeAsyncIterator()
    #expect(await next.next() == 0.5)
    #expect(await next.next() == 0.75)
    var nextFlag = flags.makeAsyncIterator()
    #expect(await nextFlag.next() == true)
  }

  private final class KeyObserver: NSObject, NSKeyValueObserver {
    let call: @Sendable (Bool) -> Void
    init(_ call: @escaping @Sendable (Bool) -> Void) { self.call = call }
    func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) { call((change?[.newKey] as? Bool) ?? false) }
  }
}
