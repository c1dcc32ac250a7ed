/// Decodes control sequences of terminals (ECMA-48 §5.4, and the keys of xterm, rxvt, the Linux console and kitty).
enum ControlSequence {
  /// Decodes a sequence. `collected` contains the bytes between `CSI` and the final byte.
  static func event(final: UInt8, collected: [UInt8]) -> InputEvent? {
    let isPrivate = collected.first == UInt8(ascii: "?")
    let numbers = parameters(isPrivate ? collected.dropFirst() : collected[...])
    switch (final, isPrivate) {
    case (UInt8(ascii: "c"), true): return .reply(.deviceAttributes(numbers))
    case (UInt8(ascii: "t"), false):
      guard numbers.count == 3, numbers[0] == 6, numbers[1] > 0, numbers[2] > 0 else { return nil }
      return .reply(.cellSize(width: numbers[2], height: numbers[1]))
    case (_, true): return nil
    case (_, false): return key(final: final, parameters: numbers).map { .key($0.0, $0.1) }
    }
  }

  /// A reply in kitty's graphics protocol: `G`, keys and values, `;`, `OK` or an error.
  static func applicationReply(_ content: [UInt8]) -> InputEvent? {
    guard content.first == UInt8(ascii: "G") else { return nil }
    return .reply(.kittyGraphics(isSupported: content.suffix(3).elementsEqual(";OK".utf8)))
  }

  /// Decodes the key of a `CSI` or `SS3` sequence; nil for an unknown one.
  ///
  /// - Parameters:
  ///   - final: The last byte, which selects the key.
  ///   - parameters: The numbers before it; the second one contains the modifiers.
  static func key(final: UInt8, parameters: [Int]) -> (Key, KeyModifiers)? {
    let modifiers = parameters.count > 1 ? modifiers(parameters[1]) : []
    switch final {
    case UInt8(ascii: "A"): return (.up, modifiers)
    case UInt8(ascii: "B"): return (.down, modifiers)
    case UInt8(ascii: "C"): return (.right, modifiers)
    case UInt8(ascii: "D"): return (.left, modifiers)
    // rxvt encodes Shift with the lowercase letter.
    case UInt8(ascii: "a"): return (.up, .shift)
    case UInt8(ascii: "b"): return (.down, .shift)
    case UInt8(ascii: "c"): return (.right, .shift)
    case UInt8(ascii: "d"): return (.left, .shift)
    case UInt8(ascii: "H"): return (.home, modifiers)
    case UInt8(ascii: "F"): return (.end, modifiers)
    case UInt8(ascii: "P")...UInt8(ascii: "S"): return (.function(Int(final) - 0x4F), modifiers)
    case UInt8(ascii: "Z"): return (.tab, .shift)
    case UInt8(ascii: "M"): return parameters.isEmpty ? (.enter, []) : nil
    case UInt8(ascii: "u"): return unicodeKey(parameters, modifiers)
    case UInt8(ascii: "~"): return numberedKey(parameters.first ?? 0).map { ($0, modifiers) }
    // The VT100 keypad in application mode, through SS3.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      return (.character(Unicode.Scalar(final - 0x40)), [])
    default: return nil
    }
  }

  /// `CSI 2 7 u` and similar: the code point of the key, with modifiers.
  private static func unicodeKey(_ parameters: [Int], _ modifiers: KeyModifiers) -> (Key, KeyModifiers)? {
    guard let code = parameters.first, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else {
      return nil
    }
    switch scalar.value {
    case 27: return (.escape, modifiers)
    case 13: return (.enter, modifiers)
    case 9: return (.tab, modifiers)
    case 8, 127: return (.backspace, modifiers)
    default: return scalar.value < 32 ? nil : (.character(scalar), modifiers)
    }
  }

  /// The key of `CSI number ~`, as VT220 and xterm number them; the gaps between function keys are those of the VT220.
  private static func numberedKey(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  /// xterm sends the sum of the modifier bits plus one.
  private static func modifiers(_ parameter: Int) -> KeyModifiers {
    parameter > 1 ? KeyModifiers(rawValue: (parameter - 1) & 7) : []
  }

  /// The numbers between semicolons; of `1:2`, the first one. A missing number is 0.
  private static func parameters(_ bytes: ArraySlice<UInt8>) -> [Int] {
    guard !bytes.isEmpty else { return [] }
    return bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      // Six digits exceed any terminal's values and cannot overflow.
      part.prefix { (0x30...0x39).contains($0) }.prefix(6).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
  }
}
