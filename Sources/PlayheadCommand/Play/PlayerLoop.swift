import Glibc

/// The run loop of the main thread: it waits for keys, signals, the session's wake-ups and the interface's refresh, and
/// handles them.
final class PlayerLoop {
  /// The reason why a run ended.
  enum Outcome: Equatable {
    /// All files have been played.
    case finished
    /// The user has ended the program.
    case quit
    /// A signal that ends the program.
    case signal(Int32)
  }

  /// The player, used only on the main thread.
  private let player: Player
  /// The display and the source of actions.
  private let interface: any PlayerInterface
  /// The source of signals and wake-ups.
  private let signals = SignalPipe.shared
  /// The reason to end; nil while the loop runs. The first one counts.
  private var outcome: Outcome?

  /// The signals that end the program after the terminal has been restored.
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// The signals that only an interface with a terminal handles: size changes, continuing and stopping.
  private static let others = [SIGWINCH, SIGCONT, SIGTSTP]

  /// Creates a loop. Nothing happens until `run()`.
  init(_ player: Player, interface: any PlayerInterface) {
    self.player = player
    self.interface = interface
  }

  /// Runs until all files have been played, the user quits or a signal arrives. Blocks the main thread.
  ///
  /// - Returns: The reason, after the interface has restored the terminal.
  func run() -> Outcome {
    signals.watch(Self.ending)
    if interface.usesTerminal { signals.watch(Self.others) }
    interface.begin(player)
    player.start()
    while outcome == nil { runOnce() }
    interface.end(player)
    // From here on another Ctrl-C ends the program immediately, in case closing takes long.
    SignalPipe.useDefault(Self.ending + Self.others)
    return outcome ?? .finished
  }

  /// One iteration: notices, display, waiting, signals, actions.
  private func runOnce() {
    for notice in player.update() {
      interface.show(notice, of: player)
      if case .finished = notice { outcome = outcome ?? .finished }
    }
    guard outcome == nil else { return }
    interface.refresh(player)
    wait()
    for signal in signals.take() {
      if Self.ending.contains(signal) {
        outcome = outcome ?? .signal(signal)
      } else {
        interface.handle(signal: signal, of: player)
      }
    }
    for action in interface.takeInput() {
      if action == .quit { outcome = outcome ?? .quit }
      player.perform(action)
      interface.perform(action, on: player)
    }
  }

  /// Waits for input, a signal, a wake-up or the interface's next refresh.
  private func wait() {
    // `poll` ignores a negative descriptor.
    var sources = [
      pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interface.inputDescriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    poll(&sources, 2, interface.refreshInterval ?? -1)
  }
}
