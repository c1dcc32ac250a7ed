import PlayheadMedia
import PlayheadNetworking
import PlayheadSettings

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
    /// No video output. Frames are decoded and discarded, so that the timing is unchanged.
    case headless
  }

  /// The permitted rates. Beyond them speech is unintelligible, and few machines decode fast enough.
  static let rates = 0.25...4.0

  /// The requested video output. `terminal` and `headless` exclude each other on the command line.
  var output = Output.automatic
  /// The start position in each file, in seconds.
  var start: Double?
  /// The length to play of each file, in seconds.
  var length: Double?
  /// The playback rate within `rates`. The pitch of audio is preserved.
  var rate = 1.0
  /// Percent.
  var volume = 100.0
  /// Whether playback starts muted. A key toggles it.
  var isMuted = false
  /// Whether audio is decoded and played at all. Without it, the host clock alone determines the timing.
  var hasAudio = true
  /// Whether the first file follows the last one, endlessly.
  var loops = false
  /// Whether the window fills the screen. Used only by the window program.
  var isFullscreen = false
  /// The size and position of the window in X geometry notation; nil for the default. Used only by the window program.
  var geometry: String?
  /// Whether the window closes at the end of the last file. Used only by the window program.
  var exitsAtEnd = false
  /// The language of the captions, “off” for none; nil for the captions that files show by default.
  var subtitles: String?
  /// The caption files, shown with every media file.
  var captionFiles: [String] = []
  /// The time for which playback retries a lost network connection, in seconds; nil for the default.
  var networkTimeout: Double?
  /// The name or identifier of the device that plays in place of this computer; nil: this computer.
  var route: String?
  /// The decoders of video; nil for those of the settings.
  var hardwareDecoding: HardwareDecoding?
  /// The audio codecs that the device decodes; nil for those of the settings.
  var passthrough: PassthroughCodecs?
  /// What is done about interlaced video; nil for the settings.
  var deinterlacing: VideoFilterSettings.Deinterlacing?
  /// Whether bands in gradients are smoothed, whatever the settings.
  var debands = false
  /// Whether the speed is adapted to the display, whatever the settings.
  var adaptsToDisplay = false
  /// Whether state changes are printed when there is no video output.
  var isVerbose = false
  /// The addresses that playlists and redirections may lead to, in addition to public ones.
  var permissions: ReferencePolicy.Permissions = []
}

/// The graphics protocols of terminals.
enum TerminalGraphics: String, CaseIterable, Sendable {
  case kitty, sixel, iterm, cells
}
