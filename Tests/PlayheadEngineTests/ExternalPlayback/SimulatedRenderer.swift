import PlayheadRoutes
import Synchronization
import TestSupport

/// A renderer on manual time, to which a session connects.
final class SimulatedRenderer: RemoteRenderer {
  let route = PlaybackRoute(id: "uuid:1", name: "Living room", model: nil, kind: .dlna)
  private let state: Mutex<State>

  private struct State {
    var simulation: RendererSimulation
    var commands: [RemotePlayback.Command] = []
    var commandCount = 0
    var loadedItems: [RemotePlayback.Item] = []
    var receive: (@Sendable (RemotePlayback.Update) -> Void)?
    var isStopped = false
  }

  private struct Report {
    var update: RemotePlayback.Update
    var receive: @Sendable (RemotePlayback.Update) -> Void
  }

  init(duration: Double, seed: Int = 1) {
    state = Mutex(State(simulation: RendererSimulation(duration: duration, maximumDelay: 0.2, seed: seed)))
  }

  func start(_ receive: @escaping @Sendable (RemotePlayback.Update) -> Void) { state.withLock { $0.receive = receive } }
  func send(_ command: RemotePlayback.Command) { state.withLock { $0.commands.append(command) } }
  func stop() { state.withLock { $0.isStopped = true } }

  // MARK: The test's side

  /// Advances by a twentieth of a second and reports the state to the session.
  func tick() {
    let report = state.withLock { state -> Report? in
      for command in state.commands {
        if case .load(let item, _) = command { state.loadedItems.append(item) }
        state.simulation.handle(command)
      }
      state.commandCount += state.commands.count
      state.commands = []
      state.simulation.advance()
      guard !state.isStopped, let receive = state.receive else { return nil }
      let update = state.simulation.machine.update(commandCount: state.commandCount, at: state.simulation.time)
      return Report(update: update, receive: receive)
    }
    if let report { report.receive(report.update) }
  }

  var isStopped: Bool { state.withLock { $0.isStopped } }
  /// The items that the session has sent.
  var loadedItems: [RemotePlayback.Item] { state.withLock { $0.loadedItems } }
  var isLoaded: Bool { state.withLock { $0.simulation.device.isLoaded } }
  var isPlaying: Bool { state.withLock { $0.simulation.device.isPlaying } }
  var hasStarted: Bool { state.withLock { $0.simulation.device.hasStarted } }
  var position: Double { state.withLock { $0.simulation.device.position } }
  var volume: Double { state.withLock { $0.simulation.device.volume } }
  var isMuted: Bool { state.withLock { $0.simulation.device.isMuted } }

  /// Another remote control pauses or seeks.
  func pauseByOtherControl() { state.withLock { $0.simulation.device.isPlaying = false } }
  func seekByOtherControl(to position: Double) { state.withLock { $0.simulation.device.position = position } }
  /// The device does not respond any more.
  func disappear() { state.withLock { $0.simulation.isSilent = true } }
}
