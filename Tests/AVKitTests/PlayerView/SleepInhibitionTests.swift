import AVFoundation
import CPlayheadGTK
import PlayheadEngine
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import AVKit
@testable import PlayheadItems

/// When a view keeps the display awake, and how it asks the session.
@Suite("Sleep inhibition") @MainActor struct SleepInhibitionTests {
  /// Records the calls.
  private final class Recorder: SleepInhibitor {
    var calls: [Bool] = []
    func setInhibited(_ isInhibited: Bool) { calls.append(isInhibited) }
  }

  /// A player of a fixture on the manual clock.
  private static func player(_ name: String) throws -> (AVPlayer, ManualClock) {
    let clock = ManualClock()
    let player = AVPlayer(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
    player.replaceCurrentItem(with: AVPlayerItem(url: try Fixtures.url(name)))
    return (player, clock)
  }

  @Test func inhibitsSleepOnlyWhileVideoPlays() throws {
    let (player, clock) = try Self.player("h264-bframes.mp4")
    let recorder = Recorder()
    let inhibition = SleepInhibition(recorder, delay: 0)
    inhibition.follow(player)
    clock.advance(by: .seconds(0.5))
    #expect(recorder.calls.isEmpty)
    player.play()
    clock.advance(by: .seconds(0.5))
    #expect(recorder.calls == [true] && inhibition.isActive)
    player.pause()
    clock.advance(by: .seconds(0.1))
    #expect(recorder.calls == [true, false])
    player.play()
    clock.advance(by: .seconds(0.1))
    player.preventsDisplaySleepDuringVideoPlayback = false
    clock.advance(by: .seconds(0.1))
    #expect(recorder.calls == [true, false, true, false])
    player.preventsDisplaySleepDuringVideoPlayback = true
    clock.advance(by: .seconds(0.1))
    inhibition.follow(nil)
    #expect(recorder.calls == [true, false, true, false, true, false])
    player.session.close()
  }

  @Test func permitsSleepWhileAudioPlays() throws {
    let (player, clock) = try Self.player("audio.mp3")
    let recorder = Recorder()
    let inhibition = SleepInhibition(recorder, delay: 0)
    inhibition.follow(player)
    player.play()
    clock.advance(by: .seconds(0.5))
    #expect(player.timeControlStatus == .playing && recorder.calls.isEmpty && !inhibition.isActive)
    player.session.close()
  }

  /// A private bus with a service that records the calls of `org.freedesktop.ScreenSaver`.
  private final class ScreenSaver: @unchecked Sendable {
    // Sendable: the calls are behind a lock, everything else is constant.
    let calls = Mutex<[String]>([])
    private let daemon = Process()
    private let service: OpaquePointer
    let client: OpaquePointer

    init?() {
      daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
      daemon.arguments = ["--session", "--nofork", "--print-address"]
      let output = Pipe()
      daemon.standardOutput = output
      daemon.standardError = FileHandle.nullDevice
      guard (try? daemon.run()) != nil else { return nil }
      let address = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let flags = GDBusConnectionFlags(
        G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
          | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
      guard let service = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil),
        let client = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil)
      else { return nil }
      (self.service, self.client) = (service, client)
      for connection in [service, client] { g_dbus_connection_set_exit_on_close(connection, 0) }
      g_dbus_connection_add_filter(
        service,
        { connection, message, isIncoming, data in
          guard let message, isIncoming != 0, let data, let member = g_dbus_message_get_member(message),
            g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
            let reply = g_dbus_message_new_method_reply(message)
          else { return message }
          let name = String(cString: member)
          let text = g_variant_print(g_dbus_message_get_body(message), 0).map { String(cString: $0) } ?? ""
          Unmanaged<ScreenSaver>.fromOpaque(data).takeUnretainedValue().calls.withLock { $0.append(name + text) }
          if name == "Inhibit" { g_dbus_message_set_body(reply, g_variant_parse(nil, "(uint32 7,)", nil, nil, nil)) }
          g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
          g_object_unref(UnsafeMutableRawPointer(reply))
          g_object_unref(UnsafeMutableRawPointer(message))
          return nil
        }, Unmanaged.passUnretained(self).toOpaque(), nil)
      let name = g_variant_parse(nil, "('org.freedesktop.ScreenSaver', uint32 0)", nil, nil, nil)
      let reply = g_dbus_connection_call_sync(
        service, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", name, nil,
        G_DBUS_CALL_FLAGS_NONE, 5000, nil, nil)
      if let reply { g_variant_unref(reply) }
    }

    deinit { if daemon.isRunning { kill(daemon.processIdentifier, SIGKILL) } }

    /// Runs the main loop until a number of calls has arrived, for a minute at most.
    @MainActor func wait(for count: Int) -> Bool {
      let deadline = Date(timeIntervalSinceNow: 60)
      while calls.withLock({ $0.count }) < count, Date() < deadline {
        if g_main_context_iteration(nil, 0) == 0 { usleep(1000) }
      }
      return calls.withLock { $0.count } >= count
    }
  }

  @Test func asksTheScreenSaverOfTheSession() throws {
    guard let saver = ScreenSaver() else { return print("skipped: there is no dbus-daemon") }
    let inhibitor = ScreenSaverInhibitor(saver.client, program: "Film")
    inhibitor.begin(reason: "A video is playing")
    #expect(saver.wait(for: 1))
    inhibitor.end()
    #expect(saver.wait(for: 2))
    inhibitor.end()
    #expect(saver.calls.withLock { $0 } == ["Inhibit('Film', 'A video is playing')", "UnInhibit(7,)"])
  }

  @Test func endsAnInhibitionWhoseNumberArrivesLate() throws {
    guard let saver = ScreenSaver() else { return print("skipped: there is no dbus-daemon") }
    let inhibitor = ScreenSaverInhibitor(saver.client, program: "Film")
    inhibitor.begin(reason: "reason")
    inhibitor.end()
    #expect(saver.wait(for: 2))
    #expect(saver.calls.withLock { $0.last } == "UnInhibit(7,)")
  }
}
