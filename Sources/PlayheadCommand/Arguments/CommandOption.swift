import PlayheadSettings

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
  case route
  case hardwareDecoding = "hwdec"
  case passthrough
  case deinterlace, deband
  case displayResample = "display-resample"
  case at, keyframe, output
  case from, to, progress, preset
  case count, width, out, sheet, exact
  case task, type
  case interval
  case spriteWidth = "sprite-width"
  case jobs, memory, timeout, retries, force, checksum, worker
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
    case .start, .length, .at, .from, .to, .networkTimeout, .interval, .timeout: .required("SECONDS")
    case .output: .required("NEW")
    case .sheet: .required("IMAGE")
    case .audio: .required("OUT.wav")
    case .out: .required("FOLDER")
    case .count, .track, .jobs, .retries: .required("N")
    case .width, .spriteWidth: .required("PIXELS")
    case .task: .required("TASK,…")
    case .type: .required("EXTENSION")
    case .memory: .required("SIZE")
    case .rate: .required("RATE")
    case .volume: .required("0…100")
    case .geometry: .required("WxH[+X+Y]")
    case .preset: .required("NAME")
    case .subtitles: .required("LANG|off")
    case .captionFile: .required("FILE")
    case .route: .required("NAME")
    case .hardwareDecoding: .required("NAME")
    case .passthrough: .required("CODECS")
    case .deinterlace: .required("MODE")
    case .terminal: .optional("KIND")
    case .allowLocalNetwork, .allowInsecure, .mute, .noAudio, .loop, .headless, .noWindow, .fullscreen, .exitAtEnd,
      .deband, .displayResample, .verbose, .json, .help, .version,
      .keyframe, .exact, .progress, .force, .checksum, .worker:
      .none
    }
  }

  /// The commands that accept the option.
  var commands: [CommandName] {
    switch self {
    case .json: [.info, .captions, .batch, .playlist, .routes]
    case .track: [.captions, .frame, .dump]
    case .start: [.play, .dump]
    case .length: [.play, .frame, .dump]
    case .audio: [.dump]
    case .at: [.frame, .batch]
    case .keyframe: [.frame]
    case .output: [.frame, .export]
    case .from, .to, .progress: [.export]
    case .preset: [.export, .batch]
    case .sheet: [.thumbnails]
    case .count, .width, .out, .exact: [.thumbnails, .batch]
    case .task, .type, .interval, .spriteWidth, .jobs, .memory, .timeout, .retries, .force, .checksum, .worker:
      [.batch]
    case .help, .version: CommandName.allCases
    case .allowLocalNetwork, .allowInsecure: CommandName.allCases.filter { ![.help, .playlist].contains($0) }
    case .hardwareDecoding: [.play, .explain]
    default: [.play]
    }
  }

  /// The right column of the help: one or two sentences, wrapped by `HelpText`.
  var summary: String {
    switch self {
    case .start: "Start at this time: seconds, or 1:02:03.5."
    case .length:
      "Stop after this duration of each file. With “frame”: save every frame of this duration, as name-0001.png and so on."
    case .rate: "Speed, from 0.25 to 4; 1 is normal. The pitch is preserved."
    case .volume: "Volume in percent; 100 leaves the audio unchanged."
    case .mute: "Start muted; the key m unmutes."
    case .noAudio: "Play without audio."
    case .loop: "Start again with the first file after the last one."
    case .terminal:
      "Draw in the terminal, even if a window could open. KIND is kitty, sixel, iterm or cells; by default, the best that the terminal is known to support."
    case .headless: "Play only the audio and draw nothing."
    case .noWindow: "Never open a window."
    case .fullscreen: "Open the window in full screen."
    case .geometry: "Size and position of a window without a frame: 960x540+20+20."
    case .exitAtEnd: "Close the window at the end of the last file; by default it stays open."
    case .subtitles: "Show captions in this language, such as en or pt-BR, or none at all."
    case .captionFile: "Show captions from this file with the first video; may be repeated."
    case .networkTimeout: "Wait this long for a lost network before playback fails; 60 by default."
    case .route: "Play on this device of the local network instead of here, as “playhead routes” names it."
    case .hardwareDecoding:
      "Decode video with this hardware: \(OptionValue.hardwareNames); auto by default, no for software. Software takes over where it fails."
    case .passthrough:
      "Let the audio device decode these codecs: \(PassthroughCodecs.known.joined(separator: ",")), or only some of them; no for none. The player decodes what the device does not accept."
    case .deinterlace:
      "Treatment of interlaced video: \(OptionValue.deinterlacingNames). The default, auto, makes a whole picture of each frame; double makes one of each field, for smoother motion; film restores the frames of film in video with 29.97 frames a second."
    case .deband: "Smooth bands in gradients, such as skies and fades."
    case .displayResample:
      "Adapt the speed to the display in a window, by at most half a percent, so that frames and refreshes keep in step."
    case .allowLocalNetwork:
      "Allow playlists and redirections to lead to the local network and to this machine."
    case .allowInsecure: "Allow addresses with https to lead to addresses with http."
    case .track:
      "The number of the track, as “playhead info” lists it; the preferred track by default. “dump” accepts several."
    case .audio: "Also write the audio to this file: WAV, 32-bit floats."
    case .verbose: "Without video output, print a line for every change of state."
    case .json: "Print JSON instead of text; for “batch” the summary."
    case .at:
      "The time: seconds, or 1:02:03.5. The frame that is shown at this time is saved. For “batch” a tenth of the duration by default."
    case .keyframe: "Save the last keyframe before the time instead, which is faster."
    case .output:
      "The new file. For “frame” its name ends in .png, .jpg or .jpeg; for “export” in .mp4, .mov, .mkv, .m4a, .flac or another extension that names the container."
    case .from: "Begin at this time: seconds, or 1:02:03.5."
    case .to: "End at this time: seconds, or 1:02:03.5. In MP4 and QuickTime both times are exact to the frame."
    case .progress: "Show the progress, the speed and the time left."
    case .preset:
      "Encode instead of copying: \(ExportOptions.presetNames). Sizes are upper limits."
    case .count:
      "The number of images, from 1 to 100000; each represents an equal part of the file. 10 by default for “batch”."
    case .width: "Width of each image in pixels, 320 by default; never wider than the video."
    case .out:
      "The folder for the images 0001.jpg, 0002.jpg and so on, or for the results of “batch”; created if it is missing."
    case .sheet: "Also combine them all into one image: a name that ends in .png or .jpg."
    case .exact: "Save the frames at exactly these times instead of the keyframes before them."
    case .task:
      "The tasks, separated by commas: \(BatchTask.names). By default info,thumbnails."
    case .type: "The container for “export”, by its extension; mp4 by default."
    case .interval: "The distance of the images on sprite sheets; 10 by default."
    case .spriteWidth: "Width of each image on sprite sheets, 160 by default."
    case .jobs: "The number of files processed at the same time; by default, the number of cores."
    case .memory:
      "The limit of memory for each of them, such as 512M or 2G; 1G by default. A file that needs more is reported."
    case .timeout: "The limit of time for each file; 600 by default, and none with “export”."
    case .retries: "Further attempts after a crash, a network failure or a change of the file; 2 by default."
    case .force: "Process all files again, even those with a result that is still valid."
    case .checksum: "Compare and store the hash of whole files, instead of size, time and a sample."
    case .worker:
      "Read a path, an address or a JSON request from each line of standard input, print a result line for each, and store neither: for other schedulers. Takes no operand."
    case .help: "Explain the command and exit."
    case .version: "Print the version and exit."
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
