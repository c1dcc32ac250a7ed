import PlayheadBasics
import PlayheadMedia
import PlayheadNetworking

/// A parsed command line.
enum Invocation: Equatable {
  /// Play files one after the other; without files, show the start page of the window.
  case play(PlayOptions, files: [String])
  /// Print the container information of a file.
  case info(file: String, asJSON: Bool)
  /// Save the frame at a moment, or all frames of a range.
  case frame(FrameOptions, file: String)
  /// Save small images, evenly distributed over a file.
  case thumbnails(ThumbnailOptions, file: String)
  /// Copy a file to another container.
  case export(ExportOptions, file: String)
  /// Print the captions of a file or of one of its tracks; a nil track is the preferred one.
  case captions(file: String, track: Int?, asJSON: Bool)
  /// Run tasks over a media library; the operand is nil for a worker.
  case batch(BatchOptions, operand: String?)
  /// Print every frame and audio block with its checksum.
  case dump(DumpOptions, file: String)
  /// Play without output and describe the decisions of the player.
  case explain(file: String, hardwareDecoding: HardwareDecoding = .automatic)
  /// Print the contents of an HTTP Live Streaming playlist.
  case playlist(file: String, asJSON: Bool)
  /// List the devices of the local network that can play.
  case routes(asJSON: Bool)
  /// nil: the program as a whole.
  case help(CommandName?)
  /// Print the version and end. `--help` has precedence over `--version`.
  case version

  /// Parses the arguments after the program name.
  init(arguments: [String]) throws(UsageError) {
    let scanned = try ArgumentScanner.scan(arguments)
    let (command, words) = Self.takeCommand(scanned.words)
    let options = scanned.options.map(\.option)
    if options.contains(.help) {
      self = .help(command)
      return
    }
    if options.contains(.version) {
      self = .version
      return
    }
    for option in options where !option.commands.contains(command ?? .play) {
      throw UsageError(
        "“\(option.spelling)” does not belong to “\((command ?? .play).rawValue)”",
        hint: "It is an option of “playhead \(option.commands[0].rawValue)”.")
    }
    for word in words where word.text == "-" && !word.isLiteral && command != .help && command != .batch {
      throw UsageError(
        "standard input cannot be played", hint: "Save it to a file first; a file named “-” is written “./-”.")
    }
    let files = words.map(\.text)
    switch command {
    case .help: self = .help(try Self.topic(files))
    case .info:
      self = .info(file: try Self.onlyFile(files, of: .info), asJSON: options.contains(.json))
    case .frame: self = .frame(try FrameOptions(scanned.options), file: try Self.onlyFile(files, of: .frame))
    case .thumbnails:
      self = .thumbnails(try ThumbnailOptions(scanned.options), file: try Self.onlyFile(files, of: .thumbnails))
    case .export: self = .export(try ExportOptions(scanned.options), file: try Self.onlyFile(files, of: .export))
    case .captions:
      self = .captions(
        file: try Self.onlyFile(files, of: .captions),
        track: try OptionValue.tracks(scanned.options).last, asJSON: options.contains(.json))
    case .batch:
      let options = try BatchOptions(scanned.options)
      guard !options.isWorker || files.isEmpty else {
        throw UsageError("“--worker” takes no operand", hint: "Write the files to its standard input.")
      }
      self = .batch(options, operand: options.isWorker ? nil : try Self.onlyFile(files, of: .batch))
    case .dump: self = .dump(try DumpOptions(scanned.options), file: try Self.onlyFile(files, of: .dump))
    case .explain:
      let play = try PlayOptions(scanned.options)
      self = .explain(
        file: try Self.onlyFile(files, of: .explain), hardwareDecoding: play.hardwareDecoding ?? .automatic)
    case .playlist:
      self = .playlist(file: try Self.onlyFile(files, of: .playlist), asJSON: options.contains(.json))
    case .routes:
      if let word = files.first {
        throw UsageError(
          "“routes” takes no file, and “\(RedactedURL(text: word))” is one too many", hint: "Write “playhead routes”.")
      }
      self = .routes(asJSON: options.contains(.json))
    case .play, nil:
      let options = try PlayOptions(scanned.options)
      // Only a window can ask for a file.
      guard !files.isEmpty || options.output == .automatic else { throw .noFile }
      self = .play(options, files: files)
    }
  }

  /// The addresses that a command line permits media to refer to.
  static func permissions(arguments: [String]) -> ReferencePolicy.Permissions {
    let options = (try? ArgumentScanner.scan(arguments).options.map(\.option)) ?? []
    var permissions: ReferencePolicy.Permissions = []
    if options.contains(.allowLocalNetwork) { permissions.insert(.localNetwork) }
    if options.contains(.allowInsecure) { permissions.insert(.insecure) }
    return permissions
  }

  /// Takes the first word if it is a command. A file of that name is played by `playhead play info` or `playhead
  /// ./info`.
  private static func takeCommand(_ words: [ScannedArguments.Word]) -> (CommandName?, [ScannedArguments.Word]) {
    guard let first = words.first, !first.isLiteral, let command = CommandName(rawValue: first.text) else {
      return (nil, words)
    }
    return (command, Array(words.dropFirst()))
  }

  /// The command that the help describes; nil if no word follows `help`. Further words are ignored.
  ///
  /// - Throws: A `UsageError` with a suggestion if the first word is no command.
  private static func topic(_ words: [String]) throws(UsageError) -> CommandName? {
    guard let word = words.first else { return nil }
    if let command = CommandName(rawValue: word) { return command }
    let names = CommandName.allCases.map(\.rawValue)
    let meant = SimilarWord.best(for: word, among: names).map { "Did you mean “\($0)”?" }
    throw UsageError(
      "there is no command “\(word)”", hint: meant ?? "The commands are \(names.joined(separator: ", ")).")
  }

  /// The single operand of a command that takes one file.
  ///
  /// - Throws: A `UsageError` if there is none or more than one. URLs in the message have no secrets.
  private static func onlyFile(_ files: [String], of command: CommandName) throws(UsageError) -> String {
    guard let file = files.first else {
      throw UsageError("“\(command.rawValue)” needs a file", hint: "Write “playhead \(command.rawValue) FILE”.")
    }
    if files.count > 1 {
      throw UsageError(
        "“\(command.rawValue)” takes one file, and “\(RedactedURL(text: files[1]))” is one too many",
        hint: "Run it once for each file; a name with spaces needs quotes.")
    }
    return file
  }
}

extension PlayOptions {
  /// Parses the options of `play`. The last of several equal options applies, so that an alias can be overridden.
  init(_ options: [ScannedArguments.Option]) throws(UsageError) {
    self.init()
    for (option, value) in options.map({ ($0.option, $0.value ?? "") }) {
      switch option {
      case .start: start = try OptionValue.seconds(value, of: .start)
      case .length: length = try OptionValue.seconds(value, of: .length)
      case .rate: rate = try OptionValue.number(value, in: Self.rates, of: .rate)
      case .volume: volume = try OptionValue.number(value, in: 0...100, of: .volume)
      case .mute: isMuted = true
      case .noAudio: hasAudio = false
      case .loop: loops = true
      case .terminal: output = .terminal(value.isEmpty ? nil : try OptionValue.graphics(value))
      case .headless: output = .headless
      case .noWindow: output = .withoutWindow
      case .fullscreen: isFullscreen = true
      case .geometry: geometry = try OptionValue.geometry(value)
      case .exitAtEnd: exitsAtEnd = true
      case .subtitles: subtitles = value
      case .captionFile: captionFiles.append(value)
      case .networkTimeout: networkTimeout = try OptionValue.seconds(value, of: .networkTimeout)
      case .route: route = value
      case .hardwareDecoding: hardwareDecoding = try OptionValue.hardwareDecoding(value)
      case .passthrough: passthrough = try OptionValue.passthrough(value)
      case .deinterlace: deinterlacing = try OptionValue.deinterlacing(value)
      case .deband: debands = true
      case .displayResample: adaptsToDisplay = true
      case .verbose: isVerbose = true
      case .allowLocalNetwork: permissions.insert(.localNetwork)
      case .allowInsecure: permissions.insert(.insecure)
      default: break
      }
    }
    let outputs = Set(options.map(\.option)).intersection([.terminal, .headless])
    if outputs.count > 1 {
      throw UsageError("“--terminal” and “--headless” exclude each other", hint: "Write one of them.")
    }
  }
}
