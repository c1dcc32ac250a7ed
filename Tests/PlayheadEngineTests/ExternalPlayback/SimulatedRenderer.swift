import PlayheadRoutes
import Synchronization
import TestSupport

/// A renderer on manual time: the state machine of remote playback, a device that needs time for everything and reports
/// whole seconds, and the network between them.
final class SimulatedRenderer: RemoteRenderer {
  let route = PlaybackRoute(id: "uuid:1", name: "Living room", model: nil, kind: .dlna)
  private let state: Mutex<State>

  fileprivate struct State {
    var machine = RemotePlaybackStateMachine()
    var device: Device
    var time = 0.0
    var random: SeededNumbers
    var inFlight: (request: RemotePlayback.Request, arrival: Double)?
    var commands: [RemotePlayback.Command] = []
    var handledCount = 0
    var receive: (@Sendable (RemotePlayback.Update) -> Void)?
    var isStopped = false
    var isSilent = false
  }

  /// The device: an AVTransport, as most renderers behave.
  fileprivate struct Device {
    var duration: Double
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
      if position >= duration { (isPlaying, isLoaded, hasStarted, position) = (false, false, false, 0) }
    }

    /// Performs a request. Returns whether it is accepted.
    mutating func perform(_ request: RemotePlayback.Request, at time: Double) -> Bool {
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
        (position, start) = (min(target, duration), time + 0.2)
      case .volume(let value): volume = value
      case .mute(let value): isMuted = value
      case .query: break
      }
      return true
    }

    func report(at time: Double) -> RemotePlayback.Report {
      guard isLoaded, hasStarted else { return .init(transport: .stopped) }
      let transport: RemotePlayback.Transport = isPlaying ? time < start ? .transitioning : .playing : .paused
      return .init(transport: transport, position: position.rounded(.down), duration: duration)
    }
  }

  private struct Report {
    var update: RemotePlayback.Update
    var receive: @Sendable (RemotePlayback.Update) -> Void
  }

  init(duration: Double, seed: Int = 1) {
    state = Mutex(State(device: Device(duration: duration), random: SeededNumbers(UInt64(seed))))
  }

  func start(_ receive: @escaping @Sendable (RemotePlayback.Update) -> Void) { state.withLock { $0.receive = receive } }
  func send(_ command: RemotePlayback.Command) { state.withLock { $0.commands.append(command) } }
  func stop() { state.withLock { $0.isStopped = true } }

  // MARK: The test's side

  /// Advances by a twentieth of a second and reports the state to the session.
  func tick() {
    let report = state.withLock { state -> Report? in
      state.device.advance(from: state.time, to: state.time + 0.05)
      state.time += 0.05
      guard !state.isStopped, let receive = state.receive else { return nil }
      return Report(update: state.pass(), receive: receive)
    }
    if let report { report.receive(report.update) }
  }

  var isStopped: Bool { state.withLock { $0.isStopped } }
  var isPlaying: Bool { state.withLock { $0.device.isPlaying } }
  var hasStarted: Bool { state.withLock { $0.device.hasStarted } }
  var position: Double { state.withLock { $0.device.position } }
  var volume: Double { state.withLock { $0.device.volume } }
  var isMuted: Bool { state.withLock { $0.device.isMuted } }

  /// Another remote control pauses or seeks.
  func pauseByOtherControl() { state.withLock { $0.device.isPlaying = false } }
  func seekByOtherControl(to position: Double) { state.withLock { $0.device.position = position } }
  /// The device does not respond any more.
  func disappear() { state.withLock { $0.isSilent = true } }
}

extension SimulatedRenderer.State {
  /// Handles commands and requests that are due. Returns the state afterwards.
  fileprivate mutating func pass() -> RemotePlayback.Update {
    for command in commands { handle(command) }
    handledCount += commands.count
    commands = []
    if let (request, arrival) = inFlight, time >= arrival, !isSilent {
      inFlight = nil
      if request == .query {
        machine.reported(device.report(at: time), at: time)
      } else if device.perform(request, at: time) {
        machine.accepted(at: time)
      } else {
        machine.refused(at: time)
      }
    }
    if inFlight == nil, let request = machine.nextRequest(at: time) {
      inFlight = (request, time + Double.random(in: 0.01...0.2, using: &random))
    }
    machine.checkTimeouts(at: time)
    return RemotePlayback.Update(
      commandCount: handledCount, phase: machine.phase, isPlaying: machine.isPlaying, isRendering: machine.isRendering,
      position: machine.position(at: time))
  }

  private mutating func handle(_ command: RemotePlayback.Command) {
    switch command {
    case .load(_, let position): machine.load(position: position, at: time)
    case .setPlaying(let isPlaying): machine.setPlaying(isPlaying, at: time)
    case .seek(let position): machine.seek(to: position, at: time)
    case .setVolume(let volume): machine.setVolume(volume)
    case .setMuted(let isMuted): machine.setMuted(isMuted)
    case .unload:
      (device.isLoaded, device.isPlaying, device.hasStarted) = (false, false, false)
      machine.unload(at: time)
    }
  }
}
