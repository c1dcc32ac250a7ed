import Dispatch
import Glibc

/// Handles keys, signals, changes of the player and the interface's refresh, as events of the main queue.
@MainActor final class PlayerLoop {
  /// The reason why a run ended.
  enum Outcome: Equatable, Sendable {
    /// All files have been played.
    case finished
    /// The user has ended the program.
    case quit
    /// A signal that ends the program.
    case signal(Int32)
  }

  /// The player.
  private let player: Player
  /// The display and the source of actions.
  private let interface: any PlayerInterface
  /// Schedules iterations when the player has changed.
  private let iterations: MainQueueScheduler
  /// The source of signals.
  private let signals = SignalPipe.shared
  /// The reason to end; nil while the loop runs. The first one counts.
  private var outcome: Outcome?
  /// Called once at the end. It retains nothing afterwards.
  private var completion: (@MainActor (Outcome) -> Void)?
  /// Starts an iteration when a signal arrives.
  private var signalSource: (any DispatchSourceRead)?
  /// Starts an iteration when keys arrive.
  private var inputSource: (descriptor: Int32, source: any DispatchSourceRead)?
  /// Starts an iteration when the interface's refresh is due.
  private var timer: (interval: Int32, source: any DispatchSourceTimer)?

  /// The signals that end the program after the terminal has been restored.
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// The signals that only an interface with a terminal handles: size changes, continuing and stopping.
  private static let others = [SIGWINCH, SIGCONT, SIGTSTP]

  /// Creates a loop. Nothing happens until `start(_:)`.
  ///
  /// - Parameter iterations: The scheduler that the player wakes.
  init(_ player: Player, interface: any PlayerInterface, iterations: MainQueueScheduler) {
    self.player = player
    self.interface = interface
    self.iterations = iterations
  }

  /// Starts playback. The loop retains itself until all files have been played, the user quits or a signal arrives.
  ///
  /// - Parameter completion: Called once, after the interface has restored the terminal.
  func start(_ completion: @escaping @MainActor (Outcome) -> Void) {
    self.completion = completion
    signals.watch(Self.ending)
    if interface.usesTerminal { signals.watch(Self.others) }
    signalSource = readSource(signals.readEnd)
    iterations.connect { [self] in iterate() }
    interface.begin(player)
    player.start()
    iterate()
  }

  /// One iteration: signals, actions, notices, display.
  private func iterate() {
    guard completion != nil else { return }
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
    for notice in player.update() {
      interface.show(notice, of: player)
      if case .finished = notice { outcome = outcome ?? .finished }
      // Without keys nobody could resume.
      if case .deviceFailed = notice, !interface.usesTerminal { outcome = outcome ?? .finished }
    }
    if let outcome { return end(outcome) }
    interface.refresh(player)
    updateSources()
  }

  /// Adapts the sources to the interface, whose input and refresh interval change with the screen.
  private func updateSources() {
    if interface.inputDescriptor != inputSource?.descriptor {
      inputSource?.source.cancel()
      inputSource = interface.inputDescriptor.map { ($0, readSource($0)) }
    }
    if interface.refreshInterval != timer?.interval {
      timer?.source.cancel()
      timer = interface.refreshInterval.map { ($0, timerSource($0)) }
    }
  }

  /// A source that starts an iteration when a descriptor is readable.
  private func readSource(_ descriptor: Int32) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.iterate() } }
    source.resume()
    return source
  }

  /// A source that starts an iteration at an interval in milliseconds.
  private func timerSource(_ interval: Int32) -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource(queue: .main)
    let step = DispatchTimeInterval.milliseconds(Int(interval))
    source.schedule(deadline: .now() + step, repeating: step, leeway: .milliseconds(5))
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.iterate() } }
    source.resume()
    return source
  }

  /// Ends the loop and restores the terminal.
  private func end(_ outcome: Outcome) {
    signalSource?.cancel()
    inputSource?.source.cancel()
    timer?.source.cancel()
    (signalSource, inputSource, timer) = (nil, nil, nil)
    interface.end(player)
    // From here on another Ctrl-C ends the program immediately, in case closing takes long.
    SignalPipe.useDefault(Self.ending + Self.others)
    let completion = completion
    self.completion = nil
    // The scheduler retains the loop.
    iterations.disconnect()
    completion?(outcome)
  }
}
