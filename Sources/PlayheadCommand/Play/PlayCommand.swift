@_spi(Playhead) import AVFoundation
import Glibc
import PlayheadItems
import PlayheadNetworking
import PlayheadPlaylists
import PlayheadSettings

/// `playhead play`: selects the video output and plays.
struct PlayCommand: Sendable {
  /// The options of the command line.
  var options: PlayOptions
  /// The files, folders, playlist files and URLs as given on the command line. If there are none, the window shows its
  /// start page.
  var files: [String]
  /// The destination of messages.
  var console: any Console
  /// The environment variables that determine the video output.
  var environment: [String: String]

  /// Runs the command until playback ends; the player and the interface work on the main queue. Returns the exit
  /// status: 0, 1 if a file could not be played, or 2 if there is no file, or `--terminal` is given without a terminal.
  /// Does not return if the window program replaces the process.
  func run() -> Int32 {
    if files.isEmpty {
      becomeWindow()
      console.writeErrorLine(UsageError.noFile.sentence)
      return 2
    }
    let locations = MediaExpansion.expand(files).map { entry in
      var location = MediaLocation(entry.location)
      location.title = entry.title
      return location
    }
    if locations.isEmpty {
      let names = files.map { "“\(CellText.printable(MediaLocation($0).text))”" }.joined(separator: ", ")
      console.writeErrorLine("playhead: there are no media files in \(names). Name a file, or another folder.")
      return 1
    }
    let errors = locations.map(FileCheck.error)
    // If no file is playable, the errors are printed here, and no window opens.
    if !errors.contains(where: { $0 == nil }) {
      for (location, error) in zip(locations, errors) {
        if let error { console.writeErrorLine(ErrorSentence.text(error, verb: "play", name: location.text)) }
      }
      return 1
    }
    if options.output == .automatic { becomeWindow() }
    guard let route = options.route else { return play(locations, on: nil) }
    switch ExternalPlaybackDevice.find(route) {
    case .found(let device): return play(locations, on: device)
    case .missing: console.writeErrorLine(Self.missingDevice(route))
    case .ambiguous(let devices): console.writeErrorLine(Self.ambiguousDevice(route, devices))
    }
    return 1
  }

  /// Replaces the process with the window program. Returns if no display or no window program is available.
  private func becomeWindow() {
    let command = WindowProgram.commandPath
    guard
      DisplayServer.isAvailable(environment),
      let program = WindowProgram.find(command: command, environment: environment)
    else { return }
    program.become(
      command: command, arguments: WindowProgram.arguments(options, files: files.map { MediaLocation($0) }))
  }

  /// The message for a device that does not respond.
  static func missingDevice(_ name: String) -> String {
    "playhead: there is no device “\(CellText.printable(name))” on the local network. “playhead routes” lists those that respond."
  }

  /// The message for a name that several devices have.
  static func ambiguousDevice(_ name: String, _ devices: [ExternalPlaybackDevice]) -> String {
    let identifiers = devices.map { CellText.printable($0.id) }.joined(separator: ", ")
    return "playhead: several devices have the name “\(CellText.printable(name))”. Name one of these: \(identifiers)."
  }

  /// The result of playback in this process.
  private enum Ending: Sendable {
    /// An exit status.
    case status(Int32)
    /// The signal that has interrupted playback.
    case signal(Int32)
  }

  /// Plays in this process. Returns the exit status, or ends the process by the signal that has interrupted playback.
  private func play(_ locations: [MediaLocation], on device: ExternalPlaybackDevice?) -> Int32 {
    let ending = MainQueueRunner.run { finish in play(locations, on: device, finish) }
    switch ending {
    case .status(let status): return status
    case .signal(let signal):
      // Terminating by the signal reports it to the shell, so that a script stops too.
      raise(signal)
      return 1
    }
  }

  /// Starts playback. `finish` is called when it has ended.
  @MainActor private func play(
    _ locations: [MediaLocation], on device: ExternalPlaybackDevice?, _ finish: @escaping @MainActor (Ending) -> Void
  ) {
    guard let interface = makeInterface() else {
      console.writeErrorLine(
        "playhead: “--terminal” needs a terminal, but standard output is not one. Omit the option to play only the audio."
      )
      return finish(.status(2))
    }
    var environment = PlaybackEnvironment.current
    if !options.hasAudio { environment.audio = nil }
    let iterations = MainQueueScheduler()
    let player = Player(
      files: locations, options: options, environment: environment, settings: settings
    ) { iterations.schedule() }
    if let device { player.play(on: device) }
    PlayerLoop(player, interface: interface, iterations: iterations).start { outcome in
      player.close()
      if case .signal(let signal) = outcome { return finish(.signal(signal)) }
      finish(.status(player.hasFailures ? 1 : 0))
    }
  }

  /// The user's settings. Playback that is exact to a length or an end, as in scripts, has none.
  private var settings: PlayerSettings {
    options.length == nil && !options.exitsAtEnd && options.output != .headless
      ? SettingsFile.standard().read() : PlayerSettings()
  }

  /// The interface for the requested output; nil if a terminal is required and there is none.
  @MainActor private func makeInterface() -> (any PlayerInterface)? {
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
