import Foundation
import PlayheadBasics
import PlayheadNetworking
import PlayheadSettings

/// The options of the command line.
struct WindowOptions: Equatable {
  /// An undecorated window with exactly this size of the video area.
  struct Geometry: Equatable {
    /// The width in GTK units, 1 to 32767.
    var width: Int
    /// The height in GTK units, 1 to 32767.
    var height: Int
    /// Relative to the screen's top left corner; nil lets the desktop place the window.
    var position: Position?

    /// A position on the screen in pixels.
    struct Position: Equatable {
      var x: Int
      var y: Int
    }
  }

  /// The size of a window without decoration; nil for a normal window.
  var geometry: Geometry?
  /// Whether the window opens in full screen.
  var isFullScreen = false
  /// False for playback without an audio device.
  var hasAudio = true
  /// Whether playback starts muted.
  var isMuted = false
  /// 0 to 1; nil for the volume of the last session.
  var volume: Float?
  /// The initial playback rate, 0.25 to 4.
  var rate: Float = 1
  /// The start position in the first file, in seconds.
  var start: Double = 0
  /// Seconds of media time after which the program ends.
  var length: Double?
  /// Whether the program ends with the last file.
  var exitsAtEnd = false
  /// Whether the first file follows the last one.
  var loops = false
  /// The language of the captions, “off” for none; nil shows only the captions that the file forces.
  var subtitles: String?
  /// Caption files for the first file.
  var captionFiles: [String] = []
  /// The timeout in seconds for a lost network connection; nil for the default.
  var networkTimeout: Double?
  /// The name or identifier of the device that plays in place of this computer; nil: this computer.
  var route: String?
  /// The decoders of video; nil for those of the settings.
  var hardwareDecoding: PlayerSettings.HardwareDecoding?
  /// The audio codecs that the device decodes; nil for those of the settings.
  var passthrough: PassthroughCodecs?
  /// What is done about interlaced video; nil for the settings.
  var deinterlacing: PlayerSettings.Deinterlacing?
  /// Whether bands in gradients are smoothed, whatever the settings.
  var debands = false
  /// Whether the speed is adapted to the display, whatever the settings.
  var adaptsToDisplay = false
  /// Whether redirects and references may lead to the local network, and from https to http.
  var permissions: ReferencePolicy.Permissions = []
  /// The files, folders and addresses to play, in this order.
  var files: [String] = []

  /// Whether the window serves a single purpose, has no saved state and permits other instances: its geometry, length
  /// or end is given.
  var isPlain: Bool { geometry != nil || exitsAtEnd || length != nil }

  /// Whether an open window can play the files with these options: audio and permissions apply to the whole process.
  var canForward: Bool { !isPlain && hasAudio && permissions.isEmpty }

  /// The arguments of a command line with these options, with absolute paths. Options that do not apply to an open
  /// window are left out.
  var forwardedArguments: [String] {
    var arguments: [String] = []
    if isFullScreen { arguments.append("--fullscreen") }
    if isMuted { arguments.append("--mute") }
    if let volume { arguments.append("--volume=\(volume * 100)") }
    if rate != 1 { arguments.append("--rate=\(rate)") }
    if start != 0 { arguments.append("--start=\(start)") }
    if loops { arguments.append("--loop") }
    if let subtitles { arguments.append("--subtitles=\(subtitles)") }
    if let networkTimeout { arguments.append("--network-timeout=\(networkTimeout)") }
    if let route { arguments.append("--route=\(route)") }
    if let passthrough { arguments.append("--passthrough=\(passthrough.text)") }
    if let hardwareDecoding { arguments.append("--hwdec=\(hardwareDecoding.rawValue)") }
    if let deinterlacing { arguments.append("--deinterlace=\(deinterlacing.rawValue)") }
    if debands { arguments.append("--deband") }
    if adaptsToDisplay { arguments.append("--display-resample") }
    arguments += captionFiles.map { "--sub-file=\(Self.absolute($0))" }
    return arguments + ["--"] + files.map(Self.absolute)
  }

  /// The absolute path of a local file; an address is unchanged.
  private static func absolute(_ file: String) -> String {
    MediaList.localPath(of: file).map { URL(fileURLWithPath: $0).standardizedFileURL.path } ?? file
  }

  /// The error of an invalid command line, as one line.
  struct UsageError: Error, Equatable { var text: String }

  /// The text of `--help`, also shown after an invalid command line.
  static let usage = """
    usage: playhead-window [options] [FILE...]

      --geometry=WxH[+X+Y]  a window without a frame, of this size, at this place
      --fullscreen          open in full screen
      --no-audio            play without an audio device
      --mute                start muted
      --volume=N            volume, 0 to 100
      --rate=N              playback speed, 0.25 to 4
      --start=SECONDS       start position of the first file
      --length=SECONDS      exit after this duration of media
      --exit-at-end         exit after the last file
      --subtitles=LANG|off  subtitles in this language, such as en or pt-BR, or none
      --sub-file=FILE       subtitles for the first file; may be given several times
      --network-timeout=SECONDS
                            time-out for a lost network connection; 60 by default
      --route=NAME          play on this device of the local network
      --hwdec=NAME          decode video with this hardware: \(hardwareNames)
      --passthrough=CODECS  audio codecs that the device decodes, separated by commas:
                            \(PassthroughCodecs.known.joined(separator: ", ")); or no
      --deinterlace=MODE    treatment of interlaced video: \(deinterlacingNames)
      --deband              smooth bands in gradients
      --display-resample    adapt the speed to the display, by at most half a percent
      --loop                repeat the list
      --allow-local-network permit redirections to the local network and this machine
      --allow-insecure      permit redirections from https to http
      --help                show this text

    Keys: space play or pause, left and right 5 s, up and down 1 min, . and , one frame, Page Up and Page Down chapters,
    [ and ] speed, 9 and 0 volume, m mute, < and > queue, # audio, j and v subtitles, l and L repeat, w and e fill,
    f full screen, s screenshot, q quit.
    """

  /// The values of `--hwdec`.
  private static var hardwareNames: String {
    PlayerSettings.HardwareDecoding.allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// The values of `--deinterlace`.
  private static var deinterlacingNames: String {
    PlayerSettings.Deinterlacing.allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// Creates the default options.
  init() {}

  /// Parses the arguments without the program's name. Arguments after `--` are files.
  ///
  /// - Throws: `UsageError` for the first invalid option.
  init(arguments: [String]) throws(UsageError) {
    var onlyFiles = false
    for argument in arguments {
      if onlyFiles || !argument.hasPrefix("-") || argument == "-" {
        files.append(argument)
        continue
      }
      if argument == "--" {
        onlyFiles = true
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      try set(parts[0], parts.count == 2 ? parts[1] : nil)
    }
    if files.isEmpty, isPlain { throw UsageError(text: "no file to play") }
  }

  /// Applies one option. `value` is the text after the equals sign; nil without one.
  private mutating func set(_ name: String, _ value: String?) throws(UsageError) {
    switch (name, value) {
    case ("--fullscreen", nil): isFullScreen = true
    case ("--no-audio", nil): hasAudio = false
    case ("--mute", nil): isMuted = true
    case ("--exit-at-end", nil): exitsAtEnd = true
    case ("--loop", nil): loops = true
    case ("--deband", nil): debands = true
    case ("--display-resample", nil): adaptsToDisplay = true
    case ("--allow-local-network", nil): permissions.insert(.localNetwork)
    case ("--allow-insecure", nil): permissions.insert(.insecure)
    case ("--geometry", let value?): geometry = try Geometry(value)
    case ("--volume", let value?): volume = Float(try Self.number(value, for: name, in: 0...100) / 100)
    case ("--rate", let value?): rate = Float(try Self.number(value, for: name, in: 0.25...4))
    case ("--start", let value?): start = try Self.number(value, for: name, in: 0...1e9)
    case ("--length", let value?): length = try Self.number(value, for: name, in: 0...1e9)
    case ("--route", let value?): route = value
    case ("--hwdec", let value?):
      hardwareDecoding = PlayerSettings.HardwareDecoding(rawValue: value)
      if hardwareDecoding == nil { throw UsageError(text: "--hwdec=\(value) is not one of \(Self.hardwareNames)") }
    case ("--passthrough", let value?):
      passthrough = PassthroughCodecs(value)
      if passthrough == nil { throw UsageError(text: "--passthrough=\(value) is not a list of codecs") }
    case ("--deinterlace", let value?):
      deinterlacing = PlayerSettings.Deinterlacing(rawValue: value)
      if deinterlacing == nil {
        throw UsageError(text: "--deinterlace=\(value) is not one of \(Self.deinterlacingNames)")
      }
    case ("--network-timeout", let value?): networkTimeout = try Self.number(value, for: name, in: 0...1e9)
    case ("--subtitles", let value?): subtitles = value
    case ("--sub-file", let value?): captionFiles.append(value)
    case ("--geometry", nil), ("--volume", nil), ("--rate", nil), ("--start", nil), ("--length", nil),
      ("--subtitles", nil), ("--sub-file", nil), ("--network-timeout", nil), ("--hwdec", nil),
      ("--passthrough", nil), ("--deinterlace", nil):
      throw UsageError(text: "\(name) needs a value: \(name)=…")
    default: throw UsageError(text: "unknown option \(name)")
    }
  }

  /// Parses a number within a range.
  private static func number(
    _ text: String, for name: String, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double {
    guard let value = Double(text), range.contains(value) else {
      throw UsageError(
        text:
          "\(name)=\(text) is not a number from \(Int(saturating: range.lowerBound)) to \(Int(saturating: range.upperBound))"
      )
    }
    return value
  }
}

extension WindowOptions.Geometry {
  /// `WxH` or `WxH+X+Y`, as in X11 programs; offsets from the right or the bottom are not supported.
  init(_ text: String) throws(WindowOptions.UsageError) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    let size = (parts.first ?? "").split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    let place = parts.dropFirst().map { Int($0) }
    guard size.count == 2, let width = size[0], let height = size[1], (1...32767).contains(width),
      (1...32767).contains(height),
      place.isEmpty || place.count == 2 && !place.contains(nil)
    else { throw WindowOptions.UsageError(text: "--geometry=\(text) is not of the form WxH or WxH+X+Y") }
    self.width = width
    self.height = height
    position = place.count == 2 ? place[0].flatMap { x in place[1].map { Position(x: x, y: $0) } } : nil
  }
}
