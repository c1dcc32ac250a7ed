/// The eight windows of a service, and the commands that modify them (CTA-708-E § 8).
struct CEA708Windows {
  /// A visible window.
  struct Shown: Equatable {
    /// The text of the window, with a line break between rows.
    var runs: [CueRun]
    /// The placement of the window in the frame.
    var layout: CueLayout
  }

  /// The windows by number, 0 to 7; nil where none is defined.
  private var windows: [CEA708Window?] = Array(repeating: nil, count: 8)
  /// The number of the window that is written. It may be undefined, then characters are dropped.
  private var current = 0

  /// The visible windows with text, the lowest priority first.
  var shown: [Shown] {
    windows.compactMap { $0 }.filter(\.isVisible).sorted { $0.priority > $1.priority }.compactMap(\.shown)
  }

  /// Performs the codes of one service block: characters and commands (CTA-708-E § 7.1).
  mutating func take(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let code = rest.popFirst() {
      switch code {
      case 0x00...0x1F: control(code, &rest)
      case 0x20...0x7E: put(Character(Unicode.Scalar(code)))
      case 0x7F: put("♪")
      case 0x80...0x9F: command(code, &rest)
      default: put(Character(Unicode.Scalar(code)))
      }
    }
  }

  /// Writes a character to the current window.
  private mutating func put(_ character: Character) { windows[current]?.put(character) }

  /// Performs a code of C0. Its range determines the number of parameter bytes, also for unknown codes.
  private mutating func control(_ code: UInt8, _ rest: inout ArraySlice<UInt8>) {
    switch code {
    case 0x08: windows[current]?.backspace()
    case 0x0C: windows[current]?.clear()
    case 0x0D: windows[current]?.carriageReturn()
    case 0x0E: windows[current]?.clearLine()
    case 0x10: extended(&rest)
    case 0x18:
      // A two-byte character of an unspecified set; Unicode in practice.
      let pair = rest.prefix(2).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      rest = rest.dropFirst(2)
      if let scalar = Unicode.Scalar(pair) { put(Character(scalar)) }
    case 0x11...0x17: rest = rest.dropFirst(1)
    case 0x19...0x1F: rest = rest.dropFirst(2)
    default: break
    }
  }

  /// Performs the code after EXT1: a character of G2, or a code of C2 or C3, which are skipped with their parameters.
  private mutating func extended(_ rest: inout ArraySlice<UInt8>) {
    guard let code = rest.popFirst() else { return }
    switch code {
    case 0x08...0x0F: rest = rest.dropFirst(1)
    case 0x10...0x17: rest = rest.dropFirst(2)
    case 0x18...0x1F: rest = rest.dropFirst(3)
    case 0x20...0x7F: put(Self.characters[code] ?? "_")
    case 0x80...0x87: rest = rest.dropFirst(4)
    case 0x88...0x8F: rest = rest.dropFirst(5)
    case 0xA0: put("㏄")
    default: break
    }
  }

  /// The G2 character table.
  private static let characters: [UInt8: Character] = [
    0x20: " ", 0x21: "\u{A0}", 0x25: "…", 0x2A: "Š", 0x2C: "Œ", 0x30: "█", 0x31: "‘", 0x32: "’", 0x33: "“", 0x34: "”",
    0x35: "•", 0x39: "™", 0x3A: "š", 0x3C: "œ", 0x3D: "℠", 0x3F: "Ÿ", 0x76: "⅛", 0x77: "⅜", 0x78: "⅝", 0x79: "⅞",
    0x7A: "│", 0x7B: "┐", 0x7C: "└", 0x7D: "─", 0x7E: "┘", 0x7F: "┌",
  ]

  /// Performs a command of C1. A command whose parameters are incomplete ends the block without effect.
  private mutating func command(_ code: UInt8, _ rest: inout ArraySlice<UInt8>) {
    /// Removes the parameter bytes; nil if the block has fewer.
    func take(_ count: Int) -> [UInt8]? {
      defer { rest = rest.dropFirst(count) }
      return rest.count >= count ? Array(rest.prefix(count)) : nil
    }
    switch code {
    case 0x80...0x87: current = Int(code - 0x80)
    case 0x88: each(take(1)) { $0?.clear() }
    case 0x89: each(take(1)) { $0?.isVisible = true }
    case 0x8A: each(take(1)) { $0?.isVisible = false }
    case 0x8B: each(take(1)) { $0?.isVisible.toggle() }
    case 0x8C: each(take(1)) { $0 = nil }
    case 0x8D: rest = rest.dropFirst(1)
    case 0x8F: windows = Array(repeating: nil, count: 8)
    case 0x90: if let bytes = take(2) { windows[current]?.setPen(bytes) }
    case 0x91: if let bytes = take(3) { windows[current]?.setColor(bytes) }
    case 0x92: if let bytes = take(2) { windows[current]?.move(row: Int(bytes[0] & 0xF), column: Int(bytes[1] & 0x3F)) }
    case 0x97: if let bytes = take(4) { windows[current]?.justification = Int(bytes[2] & 3) }
    case 0x98...0x9F:
      current = Int(code - 0x98)
      if let bytes = take(6) { windows[current] = CEA708Window(bytes, replacing: windows[current]) }
    default: break
    }
  }

  /// Calls the closure for each window whose bit is set in the bitmap; bit 0 is window 0.
  private mutating func each(_ mask: [UInt8]?, _ body: (inout CEA708Window?) -> Void) {
    guard let mask = mask?.first else { return }
    for index in 0..<8 where mask & (1 << index) != 0 { body(&windows[index]) }
  }
}
