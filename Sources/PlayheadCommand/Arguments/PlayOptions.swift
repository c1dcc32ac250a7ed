import PlayheadNetworking

/// How files are to be played.
struct PlayOptions: Equatable, Sendable {
  /// Where the picture goes.
  enum Output: Equatable, Sendable {
    /// A window where there is a display, else the terminal, else nowhere.
    case automatic
    /// As `automatic`, without the window.
    case withoutWindow
    /// nil: the best that the terminal is known to show.
    case terminal(TerminalGraphics?)
    case headless
  }

  /// The speeds that can be asked for. Beyond them speech cannot be followed, and few machines decode fast enough.
  static let rates = 0.25...4.0

  var output = Output.automatic
  /// Where each file begins, in seconds.
  var start: Double?
  /// How much of each file is played, in seconds.
  var length: Double?
  var rate = 1.0
  /// Percent.
  var volume = 100.0
  var isMuted = false
  var hasSound = true
  var loops = false
  var isFullscreen = false
  var geometry: String?
  var exitsAtEnd = false
  /// The language of the captions, “off” for none; nil: what files want to be shown in any case.
  var subtitles: String?
  var captionFiles: [String] = []
  /// How long playing waits for a network that is lost, in seconds; nil: as long as usual.
  var networkTimeout: Double?
  var isVerbose = false
  var permissions: ReferencePolicy.Permissions = []
}

/// How a terminal shows pictures.
enum TerminalGraphics: String, CaseIterable, Sendable {
  case kitty, sixel, iterm, cells
}
