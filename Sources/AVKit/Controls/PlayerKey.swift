/// A command of a key for the player, the view or the window.
enum PlayerCommand: Equatable, Sendable {
  /// Plays if paused, else pauses.
  case togglePlaying
  case play
  case pause
  /// Seconds forward, or backward if negative.
  case skip(seconds: Double)
  /// Frames forward, or backward if negative; pauses.
  case step(Int)
  /// Chapters forward, or backward if negative.
  case chapter(Int)
  case multiplyRate(Float)
  /// Restores the normal rate, 1.
  case resetRate
  /// A change of the volume, as a fraction of full volume.
  case changeVolume(Float)
  /// Mutes or unmutes; the volume is unchanged.
  case toggleMute
  /// Items of the queue forward, or backward if negative.
  case queue(Int)
  /// Selects the next audio option.
  case cycleAudio
  /// Selects the next or previous subtitles, with "none" as one of them.
  case cycleSubtitles(Int)
  /// Switches subtitles off, or on again with the last selected ones.
  case toggleSubtitles
  /// Sets the start of a repeated range, then its end, then clears both.
  case toggleRepeatedPart
  /// Switches the repetition of the whole item on or off.
  case toggleRepeat
  /// How the video fills the view: cropped to fill it (true), or scaled to fit.
  case fill(Bool)
  /// Shows the position and duration over the video for a moment.
  case showPosition
  case toggleFullScreen
  /// Leaves full screen; in a small window closes it.
  case leaveFullScreen
  /// A command for the program that owns the window.
  case window(WindowCommand)
  /// Ends the program. Views without a handler for it leave the key to others.
  case quit
}

extension PlayerCommand {
  /// Whether the command changes the position or the playback speed.
  var changesTimeline: Bool {
    switch self {
    case .skip, .step, .chapter, .multiplyRate, .resetRate, .toggleRepeatedPart: true
    default: false
    }
  }
}

/// A command that needs a program with a window of its own.
package enum WindowCommand: Equatable, Sendable {
  /// The window's size as a multiple of the video's.
  case scale(Double)
  /// Toggles whether the window stays above the others.
  case toggleOnTop
  /// Saves the current frame as an image.
  case saveFrame
}

/// The keyboard shortcuts of the window: mpv's, if it has one for the command.
enum PlayerKey {
  /// Modifier keys.
  struct Modifiers: OptionSet, Hashable, Sendable {
    let rawValue: Int
    static let shift = Modifiers(rawValue: 1)
    static let control = Modifiers(rawValue: 2)
    static let alt = Modifiers(rawValue: 4)
  }

  /// The command of a key by its X11 name as reported by GDK; nil for keys without a command.
  ///
  /// Shift counts only for keys whose name it does not change.
  static func command(named name: String, _ modifiers: Modifiers = []) -> PlayerCommand? {
    if modifiers.contains(.alt) { return modifiers == .alt ? withAlt[name] : nil }
    if modifiers.contains(.control) { return modifiers == .control ? withControl[name] : nil }
    if modifiers.contains(.shift), let command = withShift[name] { return command }
    return commands[name]
  }

  /// The commands without Control and Alt.
  private static let commands: [String: PlayerCommand] = [
    "space": .togglePlaying, "p": .togglePlaying, "k": .togglePlaying, "AudioPlay": .togglePlaying,
    "AudioPause": .pause, "AudioStop": .pause,
    "Right": .skip(seconds: 5), "Left": .skip(seconds: -5),
    "Up": .skip(seconds: 60), "Down": .skip(seconds: -60),
    "AudioForward": .skip(seconds: 60), "AudioRewind": .skip(seconds: -60),
    "period": .step(1), "comma": .step(-1),
    "Page_Up": .chapter(1), "Page_Down": .chapter(-1),
    "bracketleft": .multiplyRate(1 / 1.1), "bracketright": .multiplyRate(1.1), "BackSpace": .resetRate,
    "braceleft": .multiplyRate(0.5), "braceright": .multiplyRate(2),
    "9": .changeVolume(-0.02), "0": .changeVolume(0.02),
    "slash": .changeVolume(-0.02), "asterisk": .changeVolume(0.02),
    "Home": .skip(seconds: -1e6), "End": .skip(seconds: 1e6),
    "KP_Divide": .changeVolume(-0.02), "KP_Multiply": .changeVolume(0.02),
    "AudioLowerVolume": .changeVolume(-0.02), "AudioRaiseVolume": .changeVolume(0.02),
    "m": .toggleMute, "AudioMute": .toggleMute,
    "less": .queue(-1), "greater": .queue(1), "Return": .queue(1), "KP_Enter": .queue(1),
    "AudioPrev": .queue(-1), "AudioNext": .queue(1),
    "numbersign": .cycleAudio, "j": .cycleSubtitles(1), "J": .cycleSubtitles(-1), "v": .toggleSubtitles,
    "l": .toggleRepeatedPart, "L": .toggleRepeat,
    "e": .fill(true), "W": .fill(true), "w": .fill(false),
    "o": .showPosition, "O": .showPosition, "P": .showPosition,
    "f": .toggleFullScreen, "F11": .toggleFullScreen, "Escape": .leaveFullScreen,
    "s": .window(.saveFrame), "S": .window(.saveFrame), "T": .window(.toggleOnTop),
    "q": .quit, "Q": .quit,
  ]

  /// The commands of keys whose name Shift does not change. Keys without an entry are looked up in `commands`.
  private static let withShift: [String: PlayerCommand] = [
    "Right": .skip(seconds: 1), "Left": .skip(seconds: -1), "Up": .skip(seconds: 5), "Down": .skip(seconds: -5),
    "Page_Up": .skip(seconds: 600), "Page_Down": .skip(seconds: -600), "BackSpace": .resetRate,
  ]

  /// The commands with Control alone.
  private static let withControl: [String: PlayerCommand] = [
    "s": .window(.saveFrame), "w": .quit, "f": .toggleFullScreen,
    "Right": .skip(seconds: 60), "Left": .skip(seconds: -60),
    "Up": .changeVolume(0.05), "Down": .changeVolume(-0.05),
  ]

  /// The commands with Alt alone.
  private static let withAlt: [String: PlayerCommand] = [
    "0": .window(.scale(0.5)), "1": .window(.scale(1)), "2": .window(.scale(2)),
    "Right": .skip(seconds: 10), "Left": .skip(seconds: -10), "Return": .toggleFullScreen,
  ]
}
