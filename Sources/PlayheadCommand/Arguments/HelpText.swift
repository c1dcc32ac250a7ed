/// The output of `--help`, generated from the parser's tables.
enum HelpText {
  /// Returns the complete output of the help, which ends with a line feed.
  ///
  /// - Parameter command: The command to describe; nil for the overview of all commands.
  static func text(for command: CommandName?) -> String {
    switch command {
    case nil: overview
    case .play: page(.play) + "\n" + keys
    case .info:
      page(.info)
        + "\nThe JSON is described in Docs/Info.md. Its names and types are stable; new names\nmay be added.\n"
    case .frame: page(.frame)
    case .thumbnails: page(.thumbnails)
    case .export: page(.export)
    case .captions: page(.captions)
    case .batch: page(.batch) + "\n" + batchNotes
    case .dump: page(.dump)
    case .explain: page(.explain)
    case .playlist: page(.playlist)
    case .routes: page(.routes)
    case .help: page(.help)
    }
  }

  /// The output of `playhead --help`: usage, commands, the options of `play`, keys and exit status.
  private static var overview: String {
    var lines = [
      "playhead plays video and audio: in a window, in a terminal, or headless.", "",
      "Usage: playhead [play] [OPTION]… FILE…",
    ]
    for command in CommandName.allCases where command != .play {
      lines.append("       playhead \(command.rawValue) \(command.usualOptions)\(command.operands)")
    }
    lines += ["", "Commands:"]
    lines += columns(
      CommandName.allCases.map { ($0.operands.isEmpty ? $0.rawValue : "\($0.rawValue) \($0.operands)", $0.summary) })
    lines += ["", "Playback options; “playhead help COMMAND” lists those of another command:"]
    lines += columns(CommandOption.allCases.filter { $0.commands.contains(.play) }.map { ($0.usage, $0.summary) })
    return lines.joined(separator: "\n") + "\n\n" + keys
      + "\nExit status: 0 if everything was played, 1 if a file could not be opened or\nplayed, 2 if the command line is wrong.\n"
  }

  /// The usage, summary and options of a command. `--version` is left out: it belongs to the program.
  private static func page(_ command: CommandName) -> String {
    let options = CommandOption.allCases.filter { $0.commands.contains(command) && $0 != .version }
    var lines = [
      "Usage: playhead \(command.rawValue) [OPTION]…\(command.operands.isEmpty ? "" : " \(command.operands)")", "",
      command.summary, "", "Options:",
    ]
    lines += columns(options.map { ($0.usage, $0.summary) })
    return lines.joined(separator: "\n") + "\n"
  }

  /// The inputs and outputs of `batch`.
  private static var batchNotes: String {
    """
    A list has a path or an address on each line; “-” is standard input. Entries may
    also be separated by NUL, as “find -print0” writes them, or be JSON lines. In a
    folder all media files are processed, except hidden ones.

    FOLDER/results.jsonl has one JSON line for each file, also for one that failed.
    The outputs of a/b.mp4 are in FOLDER/a/b.mp4/. The command can be interrupted at
    any time: the same command continues. A file is skipped while its size, its time
    or its contents are those of its result. Docs/Batch.md describes the formats.

    Exit status: 0 if all files have a result, 1 if a file failed or the run could
    not be completed, 2 if the command line is wrong, 128 and the number of the
    signal if it was interrupted.

    """
  }

  /// The key bindings in two columns, with a heading.
  private static var keys: String {
    "Keys in the terminal and in the window:\n"
      + columns(KeyBindings.help.map { ($0.keys, $0.meaning) }).joined(separator: "\n") + "\n"
  }

  /// Formats two columns within 80 cells. A left column that is too wide has its own line.
  static func columns(_ rows: [(String, String)]) -> [String] {
    let left = 24
    let right = 80 - left - 2
    return rows.flatMap { term, meaning -> [String] in
      let wrapped = wrap(meaning, width: right)
      let indented = String(repeating: " ", count: left + 2)
      let head = "  " + term
      if head.count + 2 > indented.count { return [head] + wrapped.map { indented + $0 } }
      let first = head + String(repeating: " ", count: indented.count - head.count) + (wrapped.first ?? "")
      return [first] + wrapped.dropFirst().map { indented + $0 }
    }
  }

  /// Breaks text between words into lines of at most `width` characters. A longer word has a line of its own.
  private static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
