import PlayheadRoutes
import Testing

/// Random commands against a simulated renderer: at rest, the state of player and renderer is equal.
@Suite struct RemotePlaybackModelTests {
  typealias Machine = RemotePlaybackStateMachine

  /// A renderer that needs time for each request and for the start of playback, and reports whole seconds.
  private struct Renderer {
    static let duration = 600.0
    var isLoaded = false
    var isPlaying = false
    /// Whether playback has started: before, the transport is stopped and neither pauses nor seeks.
    var hasStarted = false
    var position = 0.0
    var volume = 1.0
    var isMuted = false
    /// The time at which playback advances.
    var start = 0.0

    mutating func advance(from: Double, to: Double) {
      guard isPlaying else { return }
      position += max(0, to - max(from, start))
      if position >= Self.duration { (isPlaying, isLoaded, hasStarted, position) = (false, false, false, 0) }
    }

    /// Performs a request. Returns whether it is accepted.
    mutating func perform(_ request: Machine.Request, at time: Double) -> Bool {
      switch request {
      case .load: (isLoaded, isPlaying, hasStarted, position) = (true, false, false, 0)
      case .play:
        guard isLoaded else { return false }
        if !isPlaying { (isPlaying, hasStarted, start) = (true, true, time + 0.3) }
      case .pause:
        guard hasStarted else { return false }
        isPlaying = false
      case .seek(let target):
        guard hasStarted else { return false }
        position = min(target, Self.duration)
      case .volume(let value): volume = value
      case .mute(let value): isMuted = value
      case .query: break
      }
      return true
    }

    func report(at time: Double) -> Machine.Report {
      guard isLoaded, hasStarted else { return .init(transport: .stopped) }
      let transport: Machine.Transport = isPlaying ? time < start ? .transitioning : .playing : .paused
      return .init(transport: transport, position: position.rounded(.down), duration: Self.duration)
    }
  }

  /// A generator with a fixed sequence for each seed (SplitMix64).
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  /// Machine, renderer and the network between them, on manual time.
  private struct Simulation {
    var machine = Machine()
    var renderer = Renderer()
    var time = 0.0
    var generator: Generator
    var inFlight: (request: Machine.Request, arrival: Double)?

    mutating func run(seconds: Double) {
      let end = time + seconds
      while time < end {
        let next = min(end, time + 0.05)
        renderer.advance(from: time, to: next)
        time = next
        if let (request, arrival) = inFlight, time >= arrival {
          inFlight = nil
          if request == .query {
            machine.reported(renderer.report(at: time), at: time)
          } else if renderer.perform(request, at: time) {
            machine.accepted(at: time)
          } else {
            machine.refused(at: time)
          }
        }
        if inFlight == nil, let request = machine.nextRequest(at: time) {
          inFlight = (request, time + Double.random(in: 0.01...0.4, using: &generator))
        }
        machine.checkTimeouts(at: time)
      }
    }
  }

  @Test(arguments: 0..<1000)
  func stateIsEqualAfterRandomCommands(seed: Int) {
    var simulation = Simulation(generator: Generator(state: UInt64(seed)))
    simulation.machine.load(position: 0, at: 0)
    var wantsPlaying = false
    for _ in 0..<12 {
      let time = simulation.time
      switch Int.random(in: 0..<6, using: &simulation.generator) {
      case 0:
        wantsPlaying = true
        simulation.machine.setPlaying(true, at: time)
      case 1:
        wantsPlaying = false
        simulation.machine.setPlaying(false, at: time)
      case 2: simulation.machine.seek(to: Double.random(in: 0...400, using: &simulation.generator), at: time)
      case 3: simulation.machine.setVolume(Double.random(in: 0...1, using: &simulation.generator))
      case 4: simulation.machine.setMuted(Bool.random(using: &simulation.generator))
      default: simulation.machine.load(position: Double.random(in: 0...300, using: &simulation.generator), at: time)
      }
      simulation.run(seconds: Double.random(in: 0...2.5, using: &simulation.generator))
    }
    simulation.run(seconds: 12)
    let (machine, renderer) = (simulation.machine, simulation.renderer)
    #expect(machine.phase == .ready, "\(machine.phase)")
    #expect(machine.isPlaying == wantsPlaying && renderer.isPlaying == wantsPlaying)
    // Without playback, the position is sent when playback starts.
    if renderer.hasStarted { #expect(abs(machine.position(at: simulation.time) - renderer.position) < 2.3) }
    if let volume = machine.volume { #expect(renderer.volume == volume) }
    if let isMuted = machine.isMuted { #expect(renderer.isMuted == isMuted) }
  }

  @Test(arguments: 0..<50)
  func endIsReportedOnce(seed: Int) {
    var simulation = Simulation(generator: Generator(state: UInt64(seed)))
    simulation.machine.setPlaying(true, at: 0)
    simulation.machine.load(position: 590 + Double(seed % 8), at: 0)
    simulation.run(seconds: 16)
    #expect(simulation.machine.phase == .ended)
    #expect(simulation.machine.position(at: simulation.time) == Renderer.duration)
  }
}
