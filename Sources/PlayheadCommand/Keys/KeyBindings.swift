/// The key bindings of the player: those of mpv, where mpv has one.
enum KeyBindings {
  /// The action of a key; nil if it has none.
  static func action(for key: Key, _ modifiers: KeyModifiers) -> PlayerAction? {
    switch (key, modifiers) {
    case (.character("c"), .control), (.character("q"), []), (.character("Q"), []): .quit
    case (.character("z"), .control): .suspend
    case (.character("l"), .control): .redraw
    case (.right, []): .seek(seconds: 5, isExact: false)
    case (.left, []): .seek(seconds: -5, isExact: false)
    case (.up, []): .seek(seconds: 60, isExact: false)
    case (.down, []): .seek(seconds: -60, isExact: false)
    case (.right, .shift): .seek(seconds: 1, isExact: true)
    case (.left, .shift): .seek(seconds: -1, isExact: true)
    case (.home, _): .seekToStart
    case (.backspace, []): .resetRate
    case (.character(let scalar), []): action(for: scalar)
    default: nil
    }
  }

  /// The action of a character without modifiers.
  private static func action(for character: Unicode.Scalar) -> PlayerAction? {
    switch character {
    case " ", "p": .togglePause
    case "[": .multiplyRate(1 / 1.1)
    case "]": .multiplyRate(1.1)
    case "{": .multiplyRate(0.5)
    case "}": .multiplyRate(2)
    case "9", "/": .changeVolume(-2)
    case "0", "*": .changeVolume(2)
    case "m": .toggleMute
    case ".": .step(1)
    case ",": .step(-1)
    case "j": .cycleCaptions(1)
    case "J": .cycleCaptions(-1)
    case ">": .nextFile
    case "<": .previousFile
    case "i": .showInformation
    case "?", "h": .showKeys
    default: nil
    }
  }

  /// The key list of the help.
  static let help: [(keys: String, meaning: String)] = [
    ("Space, p", "pause and continue"),
    ("← →", "5 seconds back or forward; with Shift 1 second, to the exact frame"),
    ("↓ ↑", "1 minute back or forward"),
    (", .", "one frame back or forward"),
    ("Home", "to the beginning"),
    ("[ ]", "a tenth slower or faster"),
    ("{ }", "half or double speed"),
    ("Backspace", "normal speed"),
    ("9 0, / *", "volume down or up"),
    ("m", "mute and unmute"),
    ("j, J", "the next or previous captions, or none"),
    ("< >", "previous or next file"),
    ("i", "a line about the file"),
    ("?", "the line of keys"),
    ("q, Ctrl-C", "quit"),
  ]

  /// The main keys on one line: the longest line that fits is shown.
  static let lines = [
    "Space pause   ←→ 5 s   ↓↑ 1 min   , . frame   [ ] speed   9 0 volume   m mute   j captions   < > file   i about   q quit",
    "Space pause   ←→ 5 s   ↓↑ 1 min   [ ] speed   9 0 volume   m mute   q quit",
    "Space pause   ←→ seek   9 0 volume   q quit",
    "Space pause   q quit",
    "q quit",
  ]
}
