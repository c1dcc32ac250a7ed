import Glibc
import PlayheadEngine

/// The player in a terminal: the picture, a line of text and the status line below it. Main thread only.
final class TerminalInterface: PlayerInterface {
  private let console: any Console
  private let device: TerminalDevice
  private let mode: TerminalMode
  private let screen: TerminalScreen
  private let sink: TerminalVideoSink
  private let errors = ErrorOutputBuffer()
  private let glyphs: GlyphSet
  /// Whether the terminal is asked what it can show.
  private let asksTerminal: Bool
  private var decoder = KeyDecoder()
  private var lastInput = 0
  private var message = MessageLine()
  private var isActive = false
  /// Printed when the screen is back.
  private var sentences: [String] = []

  /// Milliseconds after which a lone escape byte was the Escape key. The bytes of a sequence come together, also over a network.
  private static let escapeDelay = 40

  /// nil where standard output is no terminal that can place a cursor.
  init?(console: any Console, graphics: TerminalGraphics?, environment: [String: String]) {
    let kind = environment["TERM"] ?? ""
    guard !["", "dumb", "unknown"].contains(kind), let device = TerminalDevice() else { return nil }
    self.console = console
    self.device = device
    glyphs = GlyphSet(environment: environment)
    mode = TerminalMode(device)
    screen = TerminalScreen(device, graphics: graphics ?? Self.expectedGraphics(environment))
    sink = TerminalVideoSink(screen: screen, glyphs: glyphs)
    // The Linux console prints what it does not understand.
    asksTerminal = graphics == nil && kind != "linux"
  }

  /// What the environment says of the terminal. Inside tmux and screen the variables of the terminal around them are still set.
  private static func expectedGraphics(_ environment: [String: String]) -> TerminalGraphics {
    let kind = environment["TERM"] ?? ""
    if kind.hasPrefix("tmux") || kind.hasPrefix("screen") { return .cells }
    return ChafaLibrary.shared.flatMap(ChafaTerminal.init)?.graphics ?? .cells
  }

  var usesTerminal: Bool { true }
  var inputDescriptor: Int32? { takesKeys ? device.descriptor : nil }
  private var takesKeys: Bool { isActive || mode.isListening }

  /// A twentieth of a second: the seconds and the bar move in time, and a lone Escape key is told from a sequence.
  var refreshInterval: Int32? { isActive ? 50 : 200 }

  func begin(_ player: Player) {
    player.session.attach(sink)
    // A server may take its time: keys work meanwhile.
    mode.listen()
    if ChafaLibrary.shared == nil {
      message.set(["No picture: libchafa is missing. Install the package libchafa0."], for: .failure)
    } else {
      message.set(KeyBindings.lines, for: .keys)
    }
  }

  func show(_ notice: PlayerNotice, of player: Player) {
    switch notice {
    case .opening: message.setTitle(title(player))
    // The shell's screen stays until there is something to see, so that a file that cannot be opened costs one sentence.
    case .ready: activate()
    case .failed(let file, let error):
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
    let hasRoom = screen.layout.messageRow != nil
    // A screen too low for two lines shows a fresh message where the status stands.
    _ = screen.setText(message: hasRoom ? text : "", status: hasRoom || !message.isFresh ? status : text)
  }

  func takeInput() -> [PlayerAction] {
    guard takesKeys else { return [] }
    // The terminal has gone: so has whoever watches.
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
      let info = player.snapshot?.info
      message.set(
        [info.map { InfoReport(name: player.current.file.name, info: $0).line } ?? "opening"], for: .information)
    case .showKeys: message.set(KeyBindings.lines, for: .keys)
    case .redraw where isActive: layOut()
    // The whole job, as the terminal itself would have stopped it.
    case .suspend: suspend(player, process: 0)
    default: break
    }
  }

  func handle(signal: Int32, of player: Player) {
    switch signal {
    case SIGWINCH where isActive: layOut()
    case SIGTSTP: suspend(player, process: getpid())
    // Stopped from outside, without a chance to leave the screen: the shell has written on it meanwhile.
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
    player.session.detach(sink)
    deactivate()
    for sentence in sentences { console.writeErrorLine(sentence) }
  }

  private func activate() {
    guard !isActive, mode.enter() else { return }
    isActive = true
    errors.begin()
    if asksTerminal { device.write(ControlBytes.questions) }
    screen.setSize(device.size)
    screen.activate()
    sink.redraw()
  }

  private func deactivate() {
    guard isActive else { return mode.leave(screen.graphics) }
    isActive = false
    screen.deactivate()
    mode.leave(screen.graphics)
    errors.end()
  }

  private func suspend(_ player: Player, process: pid_t) {
    let (wasPaused, wasActive) = (player.isPausedByUser, isActive)
    if !wasPaused { player.setPaused(true) }
    deactivate()
    SignalPipe.useDefault([SIGTSTP])
    kill(process, SIGTSTP)
    // Here the program has been continued.
    SignalPipe.shared.watch([SIGTSTP])
    if wasActive { activate() } else { mode.listen() }
    if !wasPaused { player.setPaused(false) }
  }

  private func layOut() {
    screen.setSize(sizeWithKnownCell())
    sink.redraw()
  }

  /// Most terminals tell the size of a cell with their own; others only when asked.
  private func sizeWithKnownCell() -> TerminalSize {
    var size = device.size
    if size.cellWidth == nil {
      size.cellWidth = toldCell?.width
      size.cellHeight = toldCell?.height
    }
    return size
  }
  private var toldCell: (width: Int, height: Int)?

  private func take(_ reply: TerminalReply) {
    switch reply {
    case .cellSize(let width, let height):
      guard device.size.cellWidth == nil else { return }
      toldCell = (width, height)
      layOut()
    case .kittyGraphics(true): change(to: .kitty)
    case .deviceAttributes(let attributes) where attributes.contains(4) && screen.graphics == .cells: change(to: .sixel)
    case .kittyGraphics(false), .deviceAttributes: break
    }
  }

  private func change(to graphics: TerminalGraphics) {
    guard asksTerminal else { return }
    screen.setGraphics(graphics)
    sink.redraw()
  }

  private func title(_ player: Player) -> String {
    let count = player.files.count
    let name = CellText.printable(player.current.file.name)
    return count > 1 ? "\(name)  (\(player.current.index + 1) of \(count))" : name
  }
}
