/// Keys as they are written in files of key bindings, which are mpv's: `a`, `SPACE`, `Ctrl+RIGHT`, `F1`.
enum KeyText {
  /// The text of a key with its modifiers; nil for a control character without a key.
  static func text(_ key: Key, _ modifiers: KeyModifiers) -> String? {
    guard let name = name(key) else { return nil }
    var text = ""
    for (modifier, prefix) in [(KeyModifiers.control, "Ctrl+"), (.alt, "Alt+"), (.shift, "Shift+")]
    where modifiers.contains(modifier) { text += prefix }
    return text + name
  }

  /// The name of a key without modifiers.
  private static func name(_ key: Key) -> String? {
    switch key {
    case .character(" "): "SPACE"
    case .character(let scalar): scalar.value >= 0x20 && scalar.value != 0x7F ? String(scalar) : nil
    case .up: "UP"
    case .down: "DOWN"
    case .left: "LEFT"
    case .right: "RIGHT"
    case .home: "HOME"
    case .end: "END"
    case .pageUp: "PGUP"
    case .pageDown: "PGDWN"
    case .insert: "INS"
    case .delete: "DEL"
    case .backspace: "BS"
    case .enter: "ENTER"
    case .tab: "TAB"
    case .escape: "ESC"
    case .function(let number): "F\(number)"
    }
  }
}
