/// The first word of a command line.
enum CommandName: String, CaseIterable, Sendable {
  case play, info, dump, playlist, help

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .play: "Play files, one after the other. The word “play” may be left out."
    case .info: "Tell what a file holds."
    case .dump: "Print every picture and block of sound of a file with its time and checksum."
    case .playlist: "Tell what a playlist of HTTP Live Streaming says."
    case .help: "Explain a command."
    }
  }

  /// What follows the word, for the first line of its help.
  var operands: String {
    switch self {
    case .play: "FILE…"
    case .info, .dump, .playlist: "FILE"
    case .help: "[COMMAND]"
    }
  }
}
