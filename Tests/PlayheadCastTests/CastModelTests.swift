import Foundation
import PlayheadCast
import PlayheadRenderers
import PlayheadRoutes
import TestSupport
import Testing

/// Random commands to a simulated Cast device: at rest, the states of player and device are equal.
@Suite struct CastModelTests {
  private static let item = RemotePlayback.Item(
    address: "http://192.168.0.2/a.mp4", title: "A", container: "mp4", hasVideo: true)

  /// The state machine, the control and the device, on manual time.
  private final class Simulation {
    var machine = RemotePlaybackStateMachine()
    let receiver = SimulatedCastReceiver()
    private let control: CastControl
    private let media: MediaItem

    init() throws {
      let receiver = receiver
      control = CastControl(
        try #require(CastDevice(name: "a", address: "192.168.0.7", port: 8009, entries: []))
      ) { _, _ in receiver.connect() }
      media = MediaItem(url: try #require(URL(string: item.address)), type: "video/mp4", title: "A")
    }

    func handle(_ command: RemotePlayback.Command) { machine.handle(command, at: receiver.time) }

    func run(seconds: Double) {
      for _ in 0..<Int((seconds / 0.05).rounded()) {
        receiver.advance(by: 0.05)
        guard let request = machine.nextRequest(at: receiver.time) else {
          machine.checkTimeouts(at: receiver.time)
          continue
        }
        machine.perform(request, by: control, now: { receiver.time }) { media }
      }
    }
  }

  @Test(arguments: 0..<1000)
  func stateIsEqualAfterRandomCommands(seed: Int) throws {
    let simulation = try Simulation()
    var random = SeededNumbers(UInt64(seed))
    simulation.handle(.load(Self.item, position: 0))
    var wantsPlaying = false
    for _ in 0..<12 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        wantsPlaying = true
        simulation.handle(.setPlaying(true))
      case 2:
        wantsPlaying = false
        simulation.handle(.setPlaying(false))
      case 3: simulation.handle(.seek(Double.random(in: 0...400, using: &random)))
      case 4: simulation.handle(.setVolume(Double.random(in: 0...1, using: &random)))
      case 5: simulation.handle(.setMuted(Bool.random(using: &random)))
      case 6: simulation.receiver.dropConnection()
      default: simulation.handle(.load(Self.item, position: Double.random(in: 0...150, using: &random)))
      }
      simulation.run(seconds: Double.random(in: 0...2.5, using: &random))
    }
    simulation.run(seconds: 12)
    let (machine, media) = (simulation.machine, try #require(simulation.receiver.media))
    #expect(machine.phase == .ready, "\(machine.phase)")
    #expect(machine.isPlaying == wantsPlaying && (media.state == "PLAYING") == wantsPlaying, "\(media.state)")
    if wantsPlaying { #expect(abs(machine.position(at: simulation.receiver.time) - media.position) < 1) }
    if let volume = machine.volume { #expect(abs(simulation.receiver.volume - volume) < 1e-9) }
    if let isMuted = machine.isMuted { #expect(simulation.receiver.isMuted == isMuted) }
  }

  @Test func endOfItemIsReported() throws {
    let simulation = try Simulation()
    simulation.receiver.duration = 20
    simulation.handle(.setPlaying(true))
    simulation.handle(.load(Self.item, position: 12))
    simulation.run(seconds: 14)
    #expect(simulation.machine.phase == .ended)
    #expect(simulation.machine.position(at: simulation.receiver.time) == 20)
  }
}
