import Dispatch
import Foundation
import PlayheadMediaServer
import PlayheadRenderers
import PlayheadRoutes
import Synchronization
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

  /// The updates of a connection.
  private final class Updates: Sendable {
    private let last = Mutex<RemotePlayback.Update?>(nil)
    private let signal = DispatchSemaphore(value: 0)

    func add(_ update: RemotePlayback.Update) {
      last.withLock { $0 = update }
      signal.signal()
    }

    /// Waits for an update. Returns the one that meets the condition, or nil after `seconds`.
    func wait(seconds: Double = 20, _ condition: (RemotePlayback.Update) -> Bool) -> RemotePlayback.Update? {
      let end = DispatchTime.now() + seconds
      repeat {
        if let update = last.withLock({ $0 }), condition(update) { return update }
      } while signal.wait(timeout: end) == .success
      return nil
    }
  }

  @Test(.enabled(if: isEnabled, "`make soak` runs it where gmediarender is installed and there is a network"))
  func fileIsServedPlayedSeekedPausedAndPlayedToItsEnd() throws {
    let renderer = try Renderer(try #require(Self.program))
    let device = try #require(renderer.find())
    #expect(device.rendering != nil && device.connections != nil)
    var control = DLNAControl(device)
    control.timeout = 2
    let types = try #require(try control.acceptedTypes())
    #expect(MediaTypeNames.name(of: "audio/wav", in: types) != nil)
    #expect(MediaTypeNames.name(of: "video/x-unknown", in: types.subtracting(["*"])) == nil)

    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).wav")
    try Self.silence(seconds: 30).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let item = RemotePlayback.Item(
      address: file.absoluteString, title: "A <b> & c", container: "wav", hasVideo: false)
    let playback = RendererPlayback(device.route) { DLNAControl(device) }
    let updates = Updates()
    playback.start { updates.add($0) }
    defer { playback.stop() }

    for command in [.setPlaying(true), .load(item, position: 10), .setVolume(0.5), .setMuted(true)]
      as [RemotePlayback.Command]
    {
      playback.send(command)
    }
    #expect(updates.wait { $0.isRendering && $0.position > 13.5 } != nil)

    playback.send(.setPlaying(false))
    let paused = try #require(updates.wait { $0.commandCount == 5 && !$0.isRendering })
    #expect(paused.position > 13 && paused.position < 22)
    // The renderer has handled the request when it reports the state, which is queried after it.
    var report = try control.report()
    for _ in 0..<20 where report.transport != .paused { report = try control.report() }
    #expect(report.transport == .paused)
    let reported = try #require(report.position)
    #expect(abs(reported - paused.position) < 2, "\(reported), \(paused.position)")

    playback.send(.seek(26))
    playback.send(.setPlaying(true))
    let ended = try #require(updates.wait { $0.commandCount == 7 && $0.phase != .ready && $0.phase != .loading })
    #expect(ended.phase == .ended && ended.position == 30)

    // A renderer that disappears is lost within ten seconds of its last response.
    playback.send(.setPlaying(true))
    #expect(updates.wait { $0.commandCount == 8 && $0.isRendering } != nil)
    renderer.kill()
    let start = Socket.now
    #expect(updates.wait { $0.phase == .failed(.noResponse) } != nil)
    #expect(Socket.now - start < 13)
  }
}
