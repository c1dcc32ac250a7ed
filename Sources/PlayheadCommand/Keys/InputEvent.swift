/// Terminal input: key presses and replies to queries.
enum InputEvent: Equatable, Sendable {
  case key(Key, KeyModifiers = [])
  case reply(TerminalReply)
}

/// A key, by its meaning and not by the bytes that it sends.
enum Key: Equatable, Hashable, Sendable {
  case character(Unicode.Scalar)
  case up, down, left, right
  case home, end, pageUp, pageDown, insert, delete
  case backspace, enter, tab, escape
  case function(Int)
}

/// The modifiers of a key. Shift is not reported for characters: they arrive as capitals.
struct KeyModifiers: OptionSet, Hashable, Sendable {
  let rawValue: Int
  static let shift = KeyModifiers(rawValue: 1)
  static let alt = KeyModifiers(rawValue: 2)
  static let control = KeyModifiers(rawValue: 4)
}

/// The terminal replies that the player handles.
enum TerminalReply: Equatable, Sendable {
  /// Primary device attributes (`CSI ? … c`): 4 among them is sixel.
  case deviceAttributes([Int])
  /// The size of one character cell in pixels (`CSI 6 ; height ; width t`).
  case cellSize(width: Int, height: Int)
  /// A reply in kitty's graphics protocol: whether the terminal supports it.
  case kittyGraphics(isSupported: Bool)
}
