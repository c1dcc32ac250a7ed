import PlayheadNetworking

/// The options of `playhead play`.
struct PlayOptions: Equatable, Sendable {
  /// The video output.
  enum Output: Equatable, Sendable {
    /// A window if a display is available, else the terminal, else none.
    case automatic
    /// Like `automatic`, without a window.
    case withoutWindow
    /// nil for the best graphics protocol that the terminal is known to support.
    case terminal(TerminalGraphics?)
    case headless
  }

  /// The permitted rates. Beyond them speech is unintelligible, and few machines decode fast enough.
  static let rates = 0.25...4.0

  var output = Output.automatic
  /// The start position in each file, in seconds.
  var start: Double?
  /// The length to play of each file, in seconds.
  var length: Double?
  var rate = 1.0
  /// Percent.
  var volume = 100.0
  var isMuted = false
  var hasAudio = true
  var loops = false
  var isFullscreen = false
  var geometry: String?
  var exitsAtEnd = false
  /// The language of the captions, “off” for none; nil for the captions that files show by default.
  var subtitles: String?
  var captionFiles: [String] = []
  /// The time for which playback retries a lost network connection, in seconds; nil for the default.
  var networkTimeout: Double?
  var isVerbose = false
  var permissions: ReferencePolicy.Permissions = []
}

/// The graphics protocols of terminals.
enum TerminalGraphics: String, CaseIterable, Sendable {
  case kitty, sixel, iterm, cells
}
