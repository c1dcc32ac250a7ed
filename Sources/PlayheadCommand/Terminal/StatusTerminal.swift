import Dispatch
import Glibc

/// The terminal of a program that shows its video elsewhere: one line with the status, and keys. The screen of the
/// shell remains.
///
/// The line and the keys belong to the foreground job: a program in the background leaves the terminal alone until it
/// returns to the foreground.
@MainActor package final class StatusTerminal {
  /// Receives each key as it is written in a file of key bindings: `a`, `SPACE`, `Shift+LEFT`.
  package var onKey: ((String) -> Void)?
  /// Called before the process stops because of Ctrl-Z (true), and after it has continued.
  package var onSuspend: ((Bool) -> Void)?
  /// Returns the current status; nil for no line.
  private let status: () -> PlayerStatus?
  /// The terminal of standard error.
  private let device: TerminalDevice
  /// The mode of the terminal.
  private let mode: TerminalMode
  /// The characters that the locale permits.
  private let glyphs: GlyphSet
  /// The decoder of keys; it stores incomplete sequences between reads.
  private var decoder = KeyDecoder()
  /// The time of the last input in milliseconds, for the Escape key.
  private var lastInput = 0
  /// The line on the screen; empty for none.
  private var shown = ""
  /// The sources of keys, signals and updates; empty before `start()` and after `end()`.
  private var sources: [any DispatchSourceProtocol] = []

  /// The milliseconds between two updates.
  private static let interval = 200
  /// The signals of job control.
  private static let signals = [SIGTSTP, SIGCONT]

  /// Fails if standard input or standard error is not a terminal that can erase a line. Nothing changes until
  /// `start()`.
  ///
  /// - Parameters:
  ///   - environment: The environment variables that describe the terminal: `TERM`, `LC_ALL`, `LC_CTYPE` and `LANG`.
  ///   - status: Returns the current status; nil for no line.
  package init?(environment: [String: String], status: @escaping @MainActor () -> PlayerStatus?) {
    guard isatty(STDIN_FILENO) == 1, !["", "dumb", "unknown"].contains(environment["TERM"] ?? ""),
      let device = TerminalDevice(of: STDERR_FILENO)
    else { return nil }
    self.device = device
    self.status = status
    mode = TerminalMode(device)
    glyphs = GlyphSet(environment: environment)
  }

  /// Takes the keys of the terminal and shows the line. `end()` must follow before the process ends.
  package func start() {
    guard sources.isEmpty else { return }
    mode.listen()
    SignalPipe.shared.watch(Self.signals)
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(
      deadline: .now(), repeating: .milliseconds(Self.interval), leeway: .milliseconds(Self.interval / 4))
    add(timer) { $0.update() }
    add(DispatchSource.makeReadSource(fileDescriptor: SignalPipe.shared.readEnd, queue: .main)) { terminal in
      for signal in SignalPipe.shared.take() { terminal.handle(signal) }
    }
    add(DispatchSource.makeReadSource(fileDescriptor: device.descriptor, queue: .main)) { $0.readKeys() }
  }

  /// Restores the terminal.
  package func end() {
    guard !sources.isEmpty else { return }
    for source in sources { source.cancel() }
    sources = []
    release()
    SignalPipe.useDefault(Self.signals)
  }

  /// Erases the line, for other output to standard error. It appears again with the next update.
  package func erase() {
    guard !shown.isEmpty else { return }
    shown = ""
    device.write(Self.eraseLine)
  }

  /// Returns to the first column and erases the line.
  private static let eraseLine = "\r\u{1B}[2K"

  /// Activates a source whose events are handled on the main queue.
  private func add(_ source: any DispatchSourceProtocol, _ body: @escaping @MainActor (StatusTerminal) -> Void) {
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { if let self { body(self) } } }
    source.activate()
    sources.append(source)
  }

  /// Shows the current status, if it has changed. Takes the keys again after the job has returned to the foreground.
  private func update() {
    endEscape()
    if !mode.isListening { mode.listen() }
    guard mode.isListening, tcgetpgrp(device.descriptor) == getpgrp(), device.isReady else { return }
    // A full last column would move the cursor to the next line.
    let line = status().map { StatusLine(width: device.size.columns - 1, glyphs: glyphs).text($0) } ?? ""
    guard line != shown else { return }
    shown = line
    device.write(Self.eraseLine + line)
  }

  /// Erases the line and restores the mode of the shell.
  private func release() {
    if mode.isListening { erase() }
    mode.leave(.cells)
  }

  // MARK: Keys

  /// Reports the keys that have arrived. A terminal that was closed has none; its signal ends the program.
  private func readKeys() {
    guard mode.isListening, tcgetpgrp(device.descriptor) == getpgrp() else { return }
    guard let bytes = device.read() else { return end() }
    lastInput = MessageLine.monotonic()
    for event in decoder.decode(bytes) { report(event) }
  }

  /// Reports the Escape key if no sequence has followed its byte.
  private func endEscape() {
    guard decoder.isWaiting, MessageLine.monotonic() - lastInput >= Self.interval / 2,
      let event = decoder.timeOut()
    else { return }
    report(event)
  }

  /// Reports a key.
  private func report(_ event: InputEvent) {
    guard case .key(let key, let modifiers) = event, let text = KeyText.text(key, modifiers) else { return }
    onKey?(text)
    update()
  }

  // MARK: Job control

  /// Handles a signal of job control.
  private func handle(_ signal: Int32) {
    switch signal {
    case SIGTSTP: suspend()
    // The process was stopped without notice, and the shell has changed the mode meanwhile.
    case SIGCONT:
      mode.leave(.cells)
      shown = ""
      update()
    default: break
    }
  }

  /// Restores the terminal and stops the process; returns when it continues.
  private func suspend() {
    onSuspend?(true)
    release()
    SignalPipe.useDefault([SIGTSTP])
    kill(getpid(), SIGTSTP)
    // The program continues here.
    SignalPipe.shared.watch([SIGTSTP])
    onSuspend?(false)
  }
}
