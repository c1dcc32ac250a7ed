/// An option of the command line. The parser, the help and the suggestions use this table.
enum CommandOption: String, CaseIterable, Sendable {
  /// The order of the cases is the order in the help; a raw value is the long name without dashes.
  case start, length, rate, volume, mute
  case noAudio = "no-audio"
  case loop, terminal, headless
  case noWindow = "no-window"
  case fullscreen, geometry
  case exitAtEnd = "exit-at-end"
  case subtitles
  case captionFile = "sub-file"
  case networkTimeout = "network-timeout"
  case at, keyframe, output
  case count, width, out, sheet, exact
  case allowLocalNetwork = "allow-local-network"
  case allowInsecure = "allow-insecure"
  case track, audio, verbose, json, help, version

  /// The value after the equals sign.
  enum Value: Equatable, Sendable {
    /// The option takes no value; one is an error.
    case none
    /// The value is mandatory; the text is its placeholder in the help and in messages.
    case required(String)
    /// The value may be left out, and can only follow an equals sign; the text is its placeholder.
    case optional(String)
  }

  /// The spelling with its dashes.
  var spelling: String { "--\(rawValue)" }

  /// The short form after a single dash; nil for most options.
  var letter: Character? {
    switch self {
    case .verbose: "v"
    case .help: "h"
    case .output: "o"
    default: nil
    }
  }

  /// Whether the option takes a value, and the placeholder for it.
  var value: Value {
    switch self {
    case .start, .length, .at, .networkTimeout: .required("SECONDS")
    case .output, .sheet: .required("IMAGE")
    case .audio: .required("OUT.wav")
    case .out: .required("FOLDER")
    case .count, .track: .required("N")
    case .width: .required("PIXELS")
    case .rate: .required("RATE")
    case .volume: .required("0…100")
    case .geometry: .required("WxH[+X+Y]")
    case .subtitles: .required("LANG|off")
    case .captionFile: .required("FILE")
    case .terminal: .optional("KIND")
    case .allowLocalNetwork, .allowInsecure, .mute, .noAudio, .loop, .headless, .noWindow, .fullscreen, .exitAtEnd,
      .verbose, .json, .help, .version,
      .keyframe, .exact:
      .none
    }
  }

  /// The commands that accept the option.
  var commands: [CommandName] {
    switch self {
    case .json: [.info, .captions, .playlist]
    case .track: [.captions, .frame, .dump]
    case .start: [.play, .dump]
    case .length: [.play, .frame, .dump]
    case .audio: [.dump]
    case .at, .keyframe, .output: [.frame]
    case .count, .width, .out, .sheet, .exact: [.thumbnails]
    case .help, .version: CommandName.allCases
    case .allowLocalNetwork, .allowInsecure: CommandName.allCases.filter { ![.help, .playlist].contains($0) }
    default: [.play]
    }
  }

  /// The right column of the help: one or two sentences, wrapped by `HelpText`.
  var summary: String {
    switch self {
    case .start: "Begin at this moment: seconds, or 1:02:03.5."
    case .length: "Stop after this much of each file. A frame: save every frame of so long, as name-0001.png and so on."
    case .rate: "Speed, from 0.25 to 4; 1 is normal. The pitch is kept."
    case .volume: "Volume in percent; 100 leaves the sound as it is."
    case .mute: "Begin without sound; the key m brings it back."
    case .noAudio: "Leave the sound out altogether."
    case .loop: "Begin again with the first file after the last one."
    case .terminal:
      "Draw in the terminal, also where a window could open. KIND is kitty, sixel, iterm or cells; without it, the best that the terminal is known for."
    case .headless: "Draw nothing: only the sound is heard."
    case .noWindow: "Never open a window."
    case .fullscreen: "Let the window fill the screen."
    case .geometry: "Size and place of the window, such as 960x540 or 960x540+20+20."
    case .exitAtEnd: "Close the window at the end of the last file; it stays otherwise."
    case .subtitles: "Show captions in this language, such as en or pt-BR, or none at all."
    case .captionFile: "Show captions from this file with the first film; may be given several times."
    case .networkTimeout: "Wait so long for a network that is lost before playing fails; 60 if it is not given."
    case .allowLocalNetwork:
      "Let addresses lead to the local network and to this machine, by playlists and redirections."
    case .allowInsecure: "Let addresses with https lead to addresses with http."
    case .track:
      "The number of the track, as “playhead info” tells it; the preferred one if it is not given. A dump takes several."
    case .audio: "Also write the audio to this file: WAV, 32-bit floats."
    case .verbose: "Without a picture, say every change of state on a line."
    case .json: "Print JSON instead of text."
    case .at: "The moment: seconds, or 1:02:03.5. The picture that is seen then is saved."
    case .keyframe: "Take the last keyframe before the moment instead: quicker."
    case .output: "Where to: a name that ends in .png, .jpg or .jpeg."
    case .count: "How many, from 1 to 100000; each stands for an equal part of the file."
    case .width: "Width of each in pixels, 320 if it is not given; never more than the picture has."
    case .out: "The folder for the images 0001.jpg, 0002.jpg and so on; made if it is missing."
    case .sheet: "Also put all of them together on one image, which ends in .png or .jpg."
    case .exact: "Take the pictures of exactly these moments instead of the keyframes before them."
    case .help: "Explain the command and end."
    case .version: "Print the version and end."
    }
  }

  /// The left column of the help: spelling, letter and value.
  var usage: String {
    let long =
      switch value {
      case .none: spelling
      case .required(let placeholder): "\(spelling)=\(placeholder)"
      case .optional(let placeholder): "\(spelling)[=\(placeholder)]"
      }
    return letter.map { "-\($0), \(long)" } ?? long
  }
}
