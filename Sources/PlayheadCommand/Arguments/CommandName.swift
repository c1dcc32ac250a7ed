/// The command of a command line: its first word.
enum CommandName: String, CaseIterable, Sendable {
  /// The order is that of the help. `play` is assumed if the first word is no command.
  case play, info, frame, thumbnails, captions, dump, explain, playlist, help

  /// A one-line description for the list of commands.
  var summary: String {
    switch self {
    case .play: "Play files, one after the other. The word “play” may be left out."
    case .info: "Tell what a file holds."
    case .frame: "Save the picture of one moment as an image, and print when it begins."
    case .thumbnails: "Save small pictures, spread evenly over a file, and print when each begins."
    case .captions: "Print the captions of a file of text, or of a track of a film, with their times."
    case .dump: "Print every picture and block of sound of a file with its time and checksum."
    case .explain: "Play a file unseen and tell what the player did, and why, in sentences."
    case .playlist: "Tell what a playlist of HTTP Live Streaming says."
    case .help: "Explain a command."
    }
  }

  /// The operands, for the first line of the help.
  var operands: String {
    switch self {
    case .play: "FILE…"
    case .info, .frame, .thumbnails, .captions, .dump, .explain, .playlist: "FILE"
    case .help: "[COMMAND]"
    }
  }

  /// The essential options in the first line of the help, without which the command does nothing useful.
  var usualOptions: String {
    switch self {
    case .info, .captions, .playlist: "[--json] "
    case .frame: "--at=SECONDS -o IMAGE "
    case .thumbnails: "--count=N --out=FOLDER "
    case .play, .dump, .explain, .help: ""
    }
  }
}
