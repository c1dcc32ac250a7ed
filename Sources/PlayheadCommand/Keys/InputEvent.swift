/// Terminal input: key presses and replies to queries.
enum InputEvent: Equatable, Sendable {
  /// A key press. Terminals do not report releases.
  case key(Key, KeyModifiers = [])
  /// The reply to one of `ControlBytes.questions`.
  case reply(TerminalReply)
}

/// A key, by its meaning and not by the bytes that it sends.
enum Key: Equatable, Hashable, Sendable {
  /// A key that produces a character; a capital if Shift is pressed.
  case character(Unicode.Scalar)
  /// The arrow keys.
  case up, down, left, right
  /// The keys of the editing block.
  case home, end, pageUp, pageDown, insert, delete
  /// The keys with a control character of their own. Terminals send Escape as the first byte of sequences too.
  case backspace, enter, tab, escape
  /// A function key by its number, from 1.
  case function(Int)
}

/// The modifiers of a key. Shift is not reported for characters: they arrive as capitals.
struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits of xterm's modifier parameter minus one.
  let rawValue: Int
  /// Shift, reported only for keys without a character.
  static let shift = KeyModifiers(rawValue: 1)
  /// Alt, also for a character that follows an Escape byte.
  static let alt = KeyModifiers(rawValue: 2)
  /// Control. Terminals do not distinguish it from the control character with Tab, Enter and Escape.
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
