import Glibc

/// The player in a terminal: video, a message line and a status line below.
@MainActor final class TerminalInterface: PlayerInterface {
  /// The destination of errors, written after the screen has been restored.
  private let console: any Console
  /// The terminal of standard output.
  private let device: TerminalDevice
  /// The terminal mode, restored by `deactivate()`.
  private let mode: TerminalMode
  /// The content of the terminal, shared with the sink.
  private let screen: TerminalScreen
  /// The video output, attached to the player between `begin(_:)` and `end(_:)`.
  private let sink: TerminalVideoSink
  /// The redirection of standard error while the screen is active.
  private let errors = ErrorOutputBuffer()
  /// The characters that the locale permits.
  private let glyphs: GlyphSet
  /// Whether the terminal's capabilities are queried.
  private let queriesTerminal: Bool
  /// The decoder of keys and replies; it stores incomplete sequences between reads.
  private var decoder = KeyDecoder()
  /// The time of the last input in milliseconds, for the Escape key.
  private var lastInput = 0
  /// The message line with its timer.
  private var message = MessageLine()
  /// Whether the player's screen is visible. False until the first file is ready, and while the process is suspended.
  private var isActive = false
  /// Printed after the screen has been restored.
  private var sentences: [String] = []

  /// The milliseconds after which a lone escape byte is the Escape key. The bytes of a sequence arrive together, even
  /// over a network.
  private static let escapeDelay = 40

  /// Fails if standard output is not a terminal with cursor addressing.
  init?(console: any Console, graphics: TerminalGraphics?, environment: [String: String]) {
    let kind = environment["TERM"] ?? ""
    guard !["", "dumb", "unknown"].contains(kind), let device = TerminalDevice() else { return nil }
    self.console = console
    self.device = device
    glyphs = GlyphSet(environment: environment)
    mode = TerminalMode(device)
    screen = TerminalScreen(device, graphics: graphics ?? Self.expectedGraphics(environment))
    sink = TerminalVideoSink(screen: screen, glyphs: glyphs)
    // The Linux console prints sequences that it does not understand.
    queriesTerminal = graphics == nil && kind != "linux"
  }

  /// The graphics protocol expected from the environment. Within tmux and screen, the variables of the outer terminal
  /// are still set.
  private static func expectedGraphics(_ environment: [String: String]) -> TerminalGraphics {
    let kind = environment["TERM"] ?? ""
    if kind.hasPrefix("tmux") || kind.hasPrefix("screen") { return .cells }
    return ChafaLibrary.shared.flatMap { ChafaTerminal(library: $0) }?.graphics ?? .cells
  }

  var usesTerminal: Bool { true }
  var inputDescriptor: Int32? { takesKeys ? device.descriptor : nil }
  /// Whether input is read: on the player's screen, or while the first file is being opened.
  private var takesKeys: Bool { isActive || mode.isListening }

  /// A twentieth of a second, for smooth updates of time and bar, and to distinguish a lone Escape key from a sequence.
  var refreshInterval: Int32? { isActive ? 50 : 200 }

  func begin(_ player: Player) {
    player.attach(sink)
    // Keys work while a server is slow to respond.
    mode.listen()
    if ChafaLibrary.shared == nil {
      message.set(["No video: libchafa is missing. Install the package libchafa0."], for: .failure)
    } else {
      message.set(KeyBindings.lines, for: .keys)
    }
  }

  func show(_ notice: PlayerNotice, of player: Player) {
    switch notice {
    case .opening: message.setTitle(title(player))
    // The shell's screen remains until there is a frame to show, so that a file that cannot be opened prints just one
    // sentence.
    case .ready: activate()
    case .failed(let file, let error):
      sentences.append(ErrorSentence.text(error, verb: "play", name: file.text))
      message.set([ErrorSentence.plain(error, verb: "play", name: file.name)], for: .failure)
    case .deviceFailed(let file, let error):
      sentences.append(ErrorSentence.text(error, verb: "play", name: file.text))
      message.set([ErrorSentence.plain(error, verb: "play", name: file.name)], for: .failure)
    case .captions(let name, let number, let count):
      message.set([CaptionCycle.sentence(name, number: number, of: count)], for: .information)
    case .captionsFailed(let file, let error):
      sentences.append(ErrorSentence.text(error, verb: "read", name: file.text))
      message.set([ErrorSentence.plain(error, verb: "read", name: file.name)], for: .failure)
    case .breakBegan, .breakEnded, .stateChanged, .finished: break
    }
  }

  func refresh(_ player: Player) {
    guard isActive else { return }
    let width = screen.layout.size.columns
    let text = message.text(width: width, glyphs: glyphs)
    let status = StatusLine(width: width, glyphs: glyphs).text(player.status)
    let hasMessageRow = screen.layout.messageRow != nil
    // A screen without a message row shows a new message in the status row.
    _ = screen.setText(message: hasMessageRow ? text : "", status: hasMessageRow || !message.isFresh ? status : text)
  }

  func takeInput() -> [PlayerAction] {
    guard takesKeys else { return [] }
    // The terminal has been closed.
    guard let bytes = device.read() else { return [.quit] }
    var events = decoder.decode(bytes)
    let now = MessageLine.monotonic()
    if !bytes.isEmpty {
      lastInput = now
    } else if decoder.isWaiting, now - lastInput >= Self.escapeDelay, let event = decoder.timeOut() {
      events.append(event)
    }
    return events.compactMap { event in
      switch event {
      case .key(let key, let modifiers): return KeyBindings.action(for: key, modifiers)
      case .reply(let reply):
        take(reply)
        return nil
      }
    }
  }

  func perform(_ action: PlayerAction, on player: Player) {
    switch action {
    case .showInformation:
      let info = player.info
      message.set(
        [info.map { InfoReport(name: player.current.file.name, info: $0).line } ?? "opening"], for: .information)
    case .showKeys: message.set(KeyBindings.lines, for: .keys)
    case .redraw where isActive: layOut()
    // The whole process group, as the terminal itself would have stopped it.
    case .suspend: suspend(player, process: 0)
    default: break
    }
  }

  func handle(signal: Int32, of player: Player) {
    switch signal {
    case SIGWINCH where isActive: layOut()
    case SIGTSTP: suspend(player, process: getpid())
    // Stopped from outside, without restoring the screen: the shell has written to it meanwhile.
    case SIGCONT where isActive:
      deactivate()
      activate()
    case SIGCONT where mode.isListening:
      deactivate()
      mode.listen()
    default: break
    }
  }

  func end(_ player: Player) {
    device.cancel()
    player.detach(sink)
    deactivate()
    for sentence in sentences { console.writeErrorLine(sentence) }
  }

  /// Switches to the player's screen and draws it. Has no effect if it is visible or the terminal rejects the mode.
  private func activate() {
    guard !isActive, mode.enter() else { return }
    isActive = true
    errors.begin()
    if queriesTerminal { device.write(ControlBytes.questions) }
    screen.setSize(device.size)
    screen.activate()
    sink.redraw()
  }

  /// Restores the terminal for the shell. Returns after the presenter has stopped drawing.
  private func deactivate() {
    guard isActive else { return mode.leave(screen.graphics) }
    isActive = false
    screen.deactivate()
    mode.leave(screen.graphics)
    errors.end()
  }

  /// Pauses, restores the terminal and stops a process; returns when it continues.
  ///
  /// - Parameter process: The process to stop, or 0 for the whole process group.
  private func suspend(_ player: Player, process: pid_t) {
    let (wasPaused, wasActive) = (player.isPausedByUser, isActive)
    if !wasPaused { player.setPaused(true) }
    deactivate()
    SignalPipe.useDefault([SIGTSTP])
    kill(process, SIGTSTP)
    // The program continues here.
    SignalPipe.shared.watch([SIGTSTP])
    if wasActive { activate() } else { mode.listen() }
    if !wasPaused { player.setPaused(false) }
  }

  /// Applies the current terminal size and redraws the last frame.
  private func layOut() {
    screen.setSize(sizeWithKnownCell())
    sink.redraw()
  }

  /// Most terminals report the cell size with their own size; others only when queried.
  private func sizeWithKnownCell() -> TerminalSize {
    var size = device.size
    if size.cellWidth == nil {
      size.cellWidth = reportedCell?.width
      size.cellHeight = reportedCell?.height
    }
    return size
  }
  /// The cell size in pixels from a reply; nil until the terminal answers.
  private var reportedCell: (width: Int, height: Int)?

  /// Handles a reply to the queries: the cell size, or a better graphics protocol.
  private func take(_ reply: TerminalReply) {
    switch reply {
    case .cellSize(let width, let height):
      guard device.size.cellWidth == nil else { return }
      reportedCell = (width, height)
      layOut()
    case .kittyGraphics(true): change(to: .kitty)
    case .deviceAttributes(let attributes) where attributes.contains(4) && screen.graphics == .cells: change(to: .sixel)
    case .kittyGraphics(false), .deviceAttributes: break
    }
  }

  /// Changes the graphics protocol, unless the user has chosen one.
  private func change(to graphics: TerminalGraphics) {
    guard queriesTerminal else { return }
    screen.setGraphics(graphics)
    sink.redraw()
  }

  /// The title of the message line: the file name and, with several files, its number.
  private func title(_ player: Player) -> String {
    let count = player.files.count
    let name = CellText.printable(player.current.file.name)
    return count > 1 ? "\(name)  (\(player.current.index + 1) of \(count))" : name
  }
}
