import PlayheadRoutes
import TestSupport
import Testing

/// Random commands against a simulated renderer: at rest, the state of player and renderer is equal.
@Suite struct RemotePlaybackModelTests {
  private static let duration = 600.0
  private static let item = RemotePlayback.Item(
    address: "file:///a.mp4", title: "A", container: "mp4", hasVideo: true)

  private func makeSimulation(_ seed: Int) -> RendererSimulation {
    RendererSimulation(duration: Self.duration, maximumDelay: 0.4, seed: seed)
  }

  private func run(_ simulation: inout RendererSimulation, seconds: Double) {
    for _ in 0..<Int((seconds / RendererSimulation.step).rounded()) { simulation.advance() }
  }

  @Test(arguments: 0..<1000)
  func stateIsEqualAfterRandomCommands(seed: Int) {
    var simulation = makeSimulation(seed)
    simulation.handle(.load(Self.item, position: 0))
    var wantsPlaying = false
    for _ in 0..<12 {
      switch Int.random(in: 0..<7, using: &simulation.random) {
      case 0:
        wantsPlaying = true
        simulation.handle(.setPlaying(true))
      case 1:
        wantsPlaying = false
        simulation.handle(.setPlaying(false))
      case 2: simulation.handle(.seek(Double.random(in: 0...400, using: &simulation.random)))
      case 3: simulation.handle(.setVolume(Double.random(in: 0...1, using: &simulation.random)))
      case 4: simulation.handle(.setMuted(Bool.random(using: &simulation.random)))
      case 5:
        simulation.handle(.unload)
        simulation.handle(.load(Self.item, position: 0))
      default: simulation.handle(.load(Self.item, position: Double.random(in: 0...300, using: &simulation.random)))
      }
      run(&simulation, seconds: Double.random(in: 0...2.5, using: &simulation.random))
    }
    run(&simulation, seconds: 12)
    let (machine, device) = (simulation.machine, simulation.device)
    #expect(machine.phase == .ready, "\(machine.phase)")
    #expect(machine.isPlaying == wantsPlaying && device.isPlaying == wantsPlaying)
    // Without playback, the position is sent when playback starts.
    if device.hasStarted { #expect(abs(machine.position(at: simulation.time) - device.position) < 2.3) }
    if let volume = machine.volume { #expect(device.volume == volume) }
    if let isMuted = machine.isMuted { #expect(device.isMuted == isMuted) }
  }

  @Test(arguments: 0..<50)
  func endIsReportedOnce(seed: Int) {
    var simulation = makeSimulation(seed)
    simulation.handle(.setPlaying(true))
    simulation.handle(.load(Self.item, position: 590 + Double(seed % 8)))
    run(&simulation, seconds: 16)
    #expect(simulation.machine.phase == .ended)
    #expect(simulation.machine.position(at: simulation.time) == Self.duration)
  }
}
