import Glibc

/// The run loop of the main thread: it waits for keys, signals, the session's wake-ups and the interface's refresh, and
/// handles them.
final class PlayerLoop {
  /// The reason why a run ended.
  enum Outcome: Equatable {
    case finished
    case quit
    /// A signal that ends the program.
    case signal(Int32)
  }

  private let player: Player
  private let interface: any PlayerInterface
  private let signals = SignalPipe.shared
  private var outcome: Outcome?

  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let others = [SIGWINCH, SIGCONT, SIGTSTP]

  init(_ player: Player, interface: any PlayerInterface) {
    self.player = player
    self.interface = interface
  }

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

  private func wait() {
    // `poll` ignores a negative descriptor.
    var sources = [
      pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interface.inputDescriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    poll(&sources, 2, interface.refreshInterval ?? -1)
  }
}
