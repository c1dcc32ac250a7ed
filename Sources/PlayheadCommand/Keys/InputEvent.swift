/// What a terminal sends: keys that somebody pressed, and answers to questions that the program asked.
enum InputEvent: Equatable, Sendable {
  case key(Key, KeyModifiers = [])
  case reply(TerminalReply)
}

/// A key, named by what it means and not by the bytes it sends.
enum Key: Equatable, Hashable, Sendable {
  case character(Unicode.Scalar)
  case up, down, left, right
  case home, end, pageUp, pageDown, insert, delete
  case backspace, enter, tab, escape
  case function(Int)
}

/// Keys held down with another one. Shift is not told for characters: they arrive as capitals.
struct KeyModifiers: OptionSet, Hashable, Sendable {
  let rawValue: Int
  static let shift = KeyModifiers(rawValue: 1)
  static let alt = KeyModifiers(rawValue: 2)
  static let control = KeyModifiers(rawValue: 4)
}

/// Answers of terminals that matter here.
enum TerminalReply: Equatable, Sendable {
  /// Primary device attributes (`CSI ? … c`): 4 among them is sixel.
  case deviceAttributes([Int])
  /// The size of one character cell in pixels (`CSI 6 ; height ; width t`).
  case cellSize(width: Int, height: Int)
  /// The answer to a question in kitty's graphics protocol: whether the terminal speaks it.
  case kittyGraphics(isSupported: Bool)
}
