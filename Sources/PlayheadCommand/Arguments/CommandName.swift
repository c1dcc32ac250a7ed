/// The command of a command line: its first word.
enum CommandName: String, CaseIterable, Sendable {
  /// The order is that of the help. `play` is assumed if the first word is no command.
  case play, info, frame, thumbnails, export, captions, batch, dump, explain, playlist, routes, help

  /// A one-line description for the list of commands.
  var summary: String {
    switch self {
    case .play: "Play files, folders and playlists. The word “play” is optional."
    case .info: "Show the tracks, metadata and chapters of a file."
    case .frame: "Save the frame at a time as an image, and print its start time."
    case .thumbnails: "Save thumbnails at even intervals over a file, and print their start times."
    case .export: "Copy a file, or a range of it, to another container, or encode it with a preset."
    case .captions: "Print the captions of a caption file or of a track of a video, with their times."
    case .batch: "Run tasks over a folder or a list of files, on all cores, resumable."
    case .dump: "Print every video frame and audio buffer of a file with its time and checksum."
    case .explain: "Play a file without output and explain in sentences what it did, and why."
    case .playlist: "Show the contents of an HTTP Live Streaming playlist."
    case .routes: "List the televisions and loudspeakers of the local network that can play."
    case .help: "Explain a command."
    }
  }

  /// The operands, for the first line of the help.
  var operands: String {
    switch self {
    case .play: "FILE…"
    case .info, .frame, .thumbnails, .export, .captions, .dump, .explain, .playlist: "FILE"
    case .batch: "FOLDER|LIST|-"
    case .routes: ""
    case .help: "[COMMAND]"
    }
  }

  /// The essential options in the first line of the help, without which the command does nothing useful.
  var usualOptions: String {
    switch self {
    case .info, .captions, .playlist: "[--json] "
    case .routes: "[--json]"
    case .frame: "--at=SECONDS -o IMAGE "
    case .thumbnails: "--count=N --out=FOLDER "
    case .export: "[--from=SECONDS] [--to=SECONDS] -o NEW "
    case .batch: "--out=FOLDER [--task=…] "
    case .play, .dump, .explain, .help: ""
    }
  }
}
