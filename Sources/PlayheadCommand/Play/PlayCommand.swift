import Glibc
import PlayheadEngine

/// `playhead play`: selects the video output and plays.
struct PlayCommand {
  var options: PlayOptions
  var files: [String]
  var console: any Console
  var environment: [String: String]

  func run() -> Int32 {
    let locations = files.map(MediaLocation.init)
    let errors = locations.map(FileCheck.error)
    // If no file is playable, the errors are printed here, and no window opens.
    if !errors.contains(where: { $0 == nil }) {
      for (location, error) in zip(locations, errors) {
        if let error { console.writeErrorLine(ErrorSentence.text(error, verb: "play", name: location.text)) }
      }
      return 1
    }
    if options.output == .automatic { becomeWindow(locations) }
    return play(locations)
  }

  private func becomeWindow(_ locations: [MediaLocation]) {
    let command = WindowProgram.commandPath
    guard
      DisplayServer.isAvailable(environment),
      let program = WindowProgram.find(command: command, environment: environment)
    else { return }
    program.become(command: command, arguments: WindowProgram.arguments(options, files: locations))
  }

  private func play(_ locations: [MediaLocation]) -> Int32 {
    guard let interface = makeInterface() else {
      console.writeErrorLine(
        "playhead: “--terminal” needs a terminal, and standard output is none. Leave the option out to hear the sound alone."
      )
      return 2
    }
    var environment = PlaybackEnvironment.current
    if !options.hasAudio { environment.audio = nil }
    let wake = SignalPipe.shared
    let player = Player(files: locations, options: options, environment: environment) { wake.wake() }
    let outcome = PlayerLoop(player, interface: interface).run()
    player.session.close()
    if case .signal(let signal) = outcome {
      // Terminating by the signal reports it to the shell, so that a script stops too.
      raise(signal)
    }
    return player.hasFailures ? 1 : 0
  }

  private func makeInterface() -> (any PlayerInterface)? {
    let headless = HeadlessInterface(console: console, isVerbose: options.isVerbose)
    return switch options.output {
    case .headless: headless
    case .automatic, .withoutWindow:
      TerminalInterface(console: console, graphics: nil, environment: environment) ?? headless
    case .terminal(let graphics):
      TerminalInterface(console: console, graphics: graphics, environment: environment)
    }
  }
}
