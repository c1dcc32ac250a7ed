import CPlayheadGTK

/// A key together with the modifier keys that are held. Written as in mpv's files: `Ctrl+Shift+Right`, `F11`, `SPACE`,
/// `,` or `+`.
package struct KeyPress: Hashable, Sendable {
  /// The X11 name of the key, as GDK reports it.
  package var name: String
  /// The modifier keys.
  package var modifiers: Modifiers

  /// Modifier keys.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package static let shift = Modifiers(rawValue: 1)
    package static let control = Modifiers(rawValue: 2)
    package static let alt = Modifiers(rawValue: 4)

    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// Creates a press of a key by its X11 name.
  init(_ name: String, _ modifiers: Modifiers = []) { (self.name, self.modifiers) = (name, modifiers) }

  /// Parses the text of a key. nil if there is no such key. Shift with a letter is the same as the capital letter.
  package init?(parsing text: String) {
    var (rest, modifiers) = (text[...], Modifiers())
    while let sign = rest.dropFirst().firstIndex(of: "+"), rest.index(after: sign) < rest.endIndex {
      guard let modifier = Self.modifier(rest[..<sign]) else { return nil }
      modifiers.insert(modifier)
      rest = rest[rest.index(after: sign)...]
    }
    guard var value = Self.keyValue(rest) else { return nil }
    if modifiers == .shift, gdk_keyval_to_upper(value) != value {
      value = gdk_keyval_to_upper(value)
      modifiers = []
    }
    guard let name = gdk_keyval_name(value) else { return nil }
    self.init(String(cString: name), modifiers)
  }

  /// The number of the key in GDK.
  package var keyValue: UInt32 { gdk_keyval_from_name(name) }

  /// The modifier keys as GDK's bits.
  package var mask: GdkModifierType {
    let pairs: [(Modifiers, GdkModifierType)] = [
      (.shift, GDK_SHIFT_MASK), (.control, GDK_CONTROL_MASK), (.alt, GDK_ALT_MASK),
    ]
    return GdkModifierType(
      rawValue: pairs.reduce(0) { modifiers.contains($1.0) ? $0 | $1.1.rawValue : $0 })
  }

  /// The accelerator in GTK's notation, such as `<Control>o`. A capital letter is written with Shift.
  package var accelerator: String {
    let value = keyValue
    let isCapital = modifiers.isEmpty && gdk_keyval_to_lower(value) != value
    let mask = isCapital ? GDK_SHIFT_MASK : mask
    guard let text = gtk_accelerator_name(isCapital ? gdk_keyval_to_lower(value) : value, mask) else { return name }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Whether it is a key such as "Next" or "Louder" of a multimedia keyboard.
  var isMultimedia: Bool { name.hasPrefix("Audio") }

  /// Whether the key types a character that Shift may be needed for, such as a question mark.
  var isSymbol: Bool {
    let value = keyValue
    return gdk_keyval_to_unicode(value) > 32 && gdk_keyval_to_upper(value) == gdk_keyval_to_lower(value)
  }

  /// The modifier with a name; nil if there is none.
  private static func modifier(_ name: Substring) -> Modifiers? {
    switch name.lowercased() {
    case "shift": .shift
    case "ctrl", "control": .control
    case "alt": .alt
    default: nil
    }
  }

  /// The key with a name: a character, a name of mpv, or a name of X11. nil if there is none.
  private static func keyValue(_ name: Substring) -> UInt32? {
    if let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 {
      return gdk_unicode_to_keyval(scalar.value)
    }
    // X11's names of letters are the letters, so that a name in capitals is one of mpv or of a function key.
    let known = names[name.uppercased()] ?? String(name)
    let value = gdk_keyval_from_name(known)
    return value == guint(GDK_KEY_VoidSymbol) || value == 0 ? nil : value
  }

  /// X11's names of mpv's keys.
  private static let names = [
    "SPACE": "space", "ENTER": "Return", "ESC": "Escape", "BS": "BackSpace", "DEL": "Delete", "INS": "Insert",
    "TAB": "Tab", "HOME": "Home", "END": "End", "PGUP": "Page_Up", "PGDWN": "Page_Down", "LEFT": "Left",
    "RIGHT": "Right", "UP": "Up", "DOWN": "Down", "SHARP": "numbersign", "PLUS": "plus", "MENU": "Menu",
    "KP_ENTER": "KP_Enter", "PLAY": "AudioPlay", "PAUSE": "AudioPause", "PLAYPAUSE": "AudioPlay",
    "STOP": "AudioStop", "FORWARD": "AudioForward", "REWIND": "AudioRewind", "NEXT": "AudioNext",
    "PREV": "AudioPrev", "VOLUME_UP": "AudioRaiseVolume", "VOLUME_DOWN": "AudioLowerVolume", "MUTE": "AudioMute",
  ]
}
