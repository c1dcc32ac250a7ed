/// The commands of a file of key bindings, by name: `play-pause`, `seek 5`.
enum CommandSyntax {
  /// A command, or how one is made from its argument.
  private enum Form: Sendable {
    /// A command without an argument.
    case plain(PlayerCommand)
    /// A command with a number in a range.
    case number(ClosedRange<Double>, @Sendable (Double) -> PlayerCommand)
  }

  /// Parses a command. Throws the reason if it is not one.
  static func command(_ words: [Substring]) throws(KeyBindings.Failure) -> PlayerCommand {
    guard let name = words.first.map(String.init) else { throw .missingCommand }
    guard let form = forms[name] else { throw .unknownCommand(name) }
    switch form {
    case .plain(let command):
      guard words.count == 1 else { throw .unexpectedArgument(name) }
      return command
    case .number(let range, let command):
      guard words.count == 2, let number = Double(words[1]), range.contains(number) else {
        throw .wrongArgument(name, range)
      }
      return command(number)
    }
  }

  /// A command that changes a property of the colors.
  private static func color(_ property: ColorAdjustment.Property) -> Form {
    .number(-200...200) { .adjustVideo(.color(property, Int($0))) }
  }

  /// All commands. Seconds are at most ten days, which exceeds every file.
  private static let forms: [String: Form] = [
    "play-pause": .plain(.togglePlaying), "play": .plain(.play), "pause": .plain(.pause),
    "seek": .number(-1e6...1e6) { .skip(seconds: $0) },
    "frame-step": .number(-100...100) { .step(Int($0)) },
    "chapter": .number(-100...100) { .chapter(Int($0)) },
    "multiply-speed": .number(0.1...10) { .multiplyRate(Float($0)) }, "reset-speed": .plain(.resetRate),
    "volume": .number(-100...100) { .changeVolume(Float($0 / 100)) }, "mute": .plain(.toggleMute),
    "audio-delay": .number(-10...10) { .delayAudio(seconds: $0) },
    "queue": .number(-1...1) { .queue($0 < 0 ? -1 : 1) },
    "next-audio": .plain(.cycleAudio),
    "next-subtitles": .plain(.cycleSubtitles(1)), "previous-subtitles": .plain(.cycleSubtitles(-1)),
    "next-secondary-subtitles": .plain(.cycleSecondarySubtitles),
    "subtitles": .plain(.toggleSubtitles),
    "subtitle-delay": .number(-600...600) { .delaySubtitles(seconds: $0) },
    "subtitle-size": .number(-10...10) { .scaleSubtitles($0) },
    "subtitle-position": .number(-1...1) { .liftSubtitles($0) },
    "repeat-part": .plain(.toggleRepeatedPart), "repeat": .plain(.toggleRepeat),
    "next-aspect": .plain(.adjustVideo(.cycleAspect)), "rotate": .plain(.adjustVideo(.rotate)),
    "mirror": .plain(.adjustVideo(.mirror)), "zoom": .number(-4...4) { .adjustVideo(.zoom($0)) },
    "reset-video": .plain(.adjustVideo(.reset)), "reset-colors": .plain(.adjustVideo(.resetColors)),
    "brightness": color(.brightness), "contrast": color(.contrast), "saturation": color(.saturation),
    "hue": color(.hue), "gamma": color(.gamma), "adjustments": .plain(.window(.adjustments)),
    "fill": .plain(.fill(true)), "fit": .plain(.fill(false)), "show-position": .plain(.showPosition),
    "fullscreen": .plain(.toggleFullScreen), "leave-fullscreen": .plain(.leaveFullScreen), "quit": .plain(.quit),
    "window-scale": .number(0.1...10) { .window(.scale($0)) }, "stay-on-top": .plain(.window(.toggleOnTop)),
    "screenshot": .plain(.window(.saveFrame)), "open": .plain(.window(.open)),
    "open-location": .plain(.window(.openLocation)), "add-subtitles": .plain(.window(.addSubtitles)),
    "preferences": .plain(.window(.preferences)), "shortcuts": .plain(.window(.shortcuts)),
    "playlist": .plain(.window(.playlist)), "information": .plain(.window(.information)),
    "menu": .plain(.window(.menu)), "context-menu": .plain(.window(.contextMenu)), "close": .plain(.window(.close)),
  ]
}
