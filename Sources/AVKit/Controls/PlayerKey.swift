/// What a key asks of the player.
enum PlayerCommand: Equatable, Sendable {
  case togglePlaying
  /// Seconds forward, or back where negative.
  case skip(seconds: Double)
  /// Pictures forward or back; pauses.
  case step(Int)
  case multiplyRate(Float)
  case resetRate
  /// Of full loudness, 0 to 1.
  case changeVolume(Float)
  case toggleMute
  case toggleFullScreen
  case leaveFullScreen
  case quit
}

/// The keys of the window: mpv's, where it has one for the command.
enum PlayerKey {
  /// The command of a key, by the X11 name that GDK gives it; nil for keys that mean nothing here.
  static func command(named name: String) -> PlayerCommand? { commands[name] }

  private static let commands: [String: PlayerCommand] = [
    "space": .togglePlaying, "p": .togglePlaying, "AudioPlay": .togglePlaying, "AudioPause": .togglePlaying,
    "Right": .skip(seconds: 5), "Left": .skip(seconds: -5),
    "Up": .skip(seconds: 60), "Down": .skip(seconds: -60),
    "period": .step(1), "comma": .step(-1),
    "bracketleft": .multiplyRate(1 / 1.1), "bracketright": .multiplyRate(1.1), "BackSpace": .resetRate,
    "9": .changeVolume(-0.02), "0": .changeVolume(0.02),
    "slash": .changeVolume(-0.02), "asterisk": .changeVolume(0.02),
    "m": .toggleMute,
    "f": .toggleFullScreen, "F11": .toggleFullScreen, "Escape": .leaveFullScreen,
    "q": .quit,
  ]
}
