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

/// A sound server of the test, in a folder of its own.
private final class PrivatePulse {
  static let isInstalled = ["pulseaudio", "pactl", "pacat"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  let address: String
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-pulse-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let socket = folder.appendingPathComponent("native").path
    address = "unix:\(socket)"
    // A daemon: Foundation takes a child that closes the descriptors it inherited for an ended one, and waits for it on
    // the thread that observes all children.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/pulseaudio")
    process.arguments = [
      "-n", "--daemonize=yes", "--exit-idle-time=60", "--use-pid-file=no", "--disable-shm=yes", "-L",
      "module-null-sink sink_name=playhead", "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
    ]
    process.environment = [
      "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "none:",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }

  /// Runs pactl, again until the server answers.
  func control(_ arguments: String...) {
    for _ in 0..<1_000 where run("pactl", arguments) != 0 { usleep(20_000) }
  }

  /// Plays silence until the process ends.
  func play(role: String) throws -> Process {
    let player = Process()
    player.executableURL = URL(fileURLWithPath: "/usr/bin/pacat")
    player.arguments = ["--server=\(address)", "--raw", "--property=media.role=\(role)", "/dev/zero"]
    player.standardError = FileHandle.nullDevice
    try player.run()
    return player
  }

  func stop() {
    _ = run("pactl", ["exit"])
    try? FileManager.default.removeItem(at: folder)
  }

  private func run(_ name: String, _ arguments: [String]) -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
    process.arguments = ["--server=\(address)"] + arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
