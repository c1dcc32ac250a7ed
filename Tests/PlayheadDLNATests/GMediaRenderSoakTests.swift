import Foundation
import PlayheadMediaServer
import PlayheadRoutes
import Testing

@testable import PlayheadDLNA

/// A real renderer, `gmediarender` of Debian, with a file that the media server serves.
///
/// The renderer plays in real time and responds over the network, so `make soak` runs this test. It is disabled where
/// the program is not installed, or where no network interface can send to multicast groups.
@Suite(.serialized) struct GMediaRenderSoakTests {
  /// The program; nil if it is not installed.
  private static let program = ["/usr/bin/gmediarender", "/usr/local/bin/gmediarender"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private static var isEnabled: Bool {
    ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil && program != nil
      && !IPv4Endpoint.multicastInterfaces().isEmpty
  }

  /// The process, which ends with this value.
  private final class Renderer {
    let name = "Test \(UUID().uuidString)"
    private let process = Process()

    init(_ program: String) throws {
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = [
        "--friendly-name", name, "--uuid", UUID().uuidString.lowercased(),
        "--gstout-audiopipe", "fakesink sync=true",
      ]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    func kill() {
      guard process.isRunning else { return }
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    deinit { kill() }

    /// Searches until the renderer has started.
    func find() -> DeviceDescription? {
      for _ in 0..<8 {
        if let device = RendererSearch().run(seconds: 2).first(where: { $0.route.name == name }) { return device }
      }
      return nil
    }
  }

  /// A WAV file of silence: 8 kHz, one channel, 16 bits.
  private static func silence(seconds: Int) -> Data {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = seconds * 16000
    var data = Array("RIFF".utf8) + bytes(36 + size, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + bytes(1, 2)
    data += bytes(1, 2) + bytes(8000, 4) + bytes(16000, 4) + bytes(2, 2) + bytes(16, 2)
    data += Array("data".utf8) + bytes(size, 4) + [UInt8](repeating: 0, count: size)
    return Data(data)
  }

  /// Performs the requests of a machine until a condition holds. Returns whether it did within `seconds`.
  private func run(
    _ machine: inout RemotePlaybackStateMachine, on control: RendererControl, _ item: MediaItem, seconds: Double = 20,
    until condition: (RemotePlaybackStateMachine) -> Bool
  ) -> Bool {
    let end = Socket.now + seconds
    while Socket.now < end {
      if condition(machine) { return true }
      guard let request = machine.nextRequest(at: Socket.now) else {
        machine.checkTimeouts(at: Socket.now)
        let next = machine.deadline ?? Socket.now + 0.1
        usleep(UInt32(min(max(next - Socket.now, 0.01), 0.1) * 1e6))
        continue
      }
      do throws(RendererError) {
        if let report = try control.perform(request, item: item) {
          machine.reported(report, at: Socket.now)
        } else {
          machine.accepted(at: Socket.now)
        }
      } catch {
        if error == .unanswered { machine.unanswered(at: Socket.now) } else { machine.refused(at: Socket.now) }
      }
    }
    return condition(machine)
  }

  @Test(.enabled(if: isEnabled, "`make soak` runs it where gmediarender is installed and there is a network"))
  func fileIsServedPlayedSeekedPausedAndPlayedToItsEnd() throws {
    let renderer = try Renderer(try #require(Self.program))
    let device = try #require(renderer.find())
    #expect(device.rendering != nil && device.connections != nil)
    var control = RendererControl(device)
    let types = try #require(try control.acceptedTypes())
    #expect(RendererControl.accepts("audio/wav", types))
    #expect(!RendererControl.accepts("video/x-unknown", types.subtracting(["*"])))

    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).wav")
    try Self.silence(seconds: 30).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let server = MediaServer(for: control.endpoint)
    let url = try server.register(path: file.path, type: "audio/wav", features: MediaItem.features)
    let item = MediaItem(url: url, type: "audio/wav", title: "A <b> & c")

    var machine = RemotePlaybackStateMachine()
    machine.setPlaying(true, at: Socket.now)
    machine.load(position: 10, at: Socket.now)
    machine.setVolume(0.5)
    machine.setMuted(true)
    #expect(run(&machine, on: control, item) { $0.isRendering && $0.position(at: Socket.now) > 13.5 })
    #expect(machine.duration == 30)

    machine.setPlaying(false, at: Socket.now)
    #expect(run(&machine, on: control, item) { $0.deadline.map { $0 > Socket.now + 1 } ?? false })
    #expect(try control.report().transport == .paused)
    let position = machine.position(at: Socket.now)
    #expect(position > 13 && position < 22)
    let reported = try #require(try control.report().position)
    #expect(abs(reported - position) < 2, "\(reported), \(position)")

    machine.seek(to: 26, at: Socket.now)
    machine.setPlaying(true, at: Socket.now)
    #expect(run(&machine, on: control, item) { $0.phase != .ready })
    #expect(machine.phase == .ended && machine.position(at: Socket.now) == 30)

    // A renderer that disappears is lost within ten seconds of its last response.
    machine.setPlaying(true, at: Socket.now)
    #expect(run(&machine, on: control, item) { $0.isRendering })
    renderer.kill()
    control.timeout = 2
    let start = Socket.now
    #expect(run(&machine, on: control, item) { $0.phase == .failed(.noResponse) })
    #expect(Socket.now - start < 13)
  }
}
