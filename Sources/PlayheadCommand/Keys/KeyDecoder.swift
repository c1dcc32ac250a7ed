/// Decodes terminal input into keys and replies.
///
///     ground ──ESC──▶ escape ──[──▶ control ──final byte──▶ ground
///       │ ▲              ├────O──▶ single ──byte──▶ ground
///       │ │              ├─_ P ]─▶ string ──ESC \ or BEL──▶ ground
///       ▼ │              └─other─▶ ground (with Alt)
///     character (the rest of a UTF-8 sequence)
///
/// A lone Escape key sends the byte that also starts sequences: callers call `timeOut` if `isWaiting` is true and no
/// more input has arrived for a short time.
struct KeyDecoder {
  /// The position in a sequence. Only `ground` is between sequences.
  private enum State: Equatable {
    /// No sequence is in progress.
    case ground
    /// After an Escape byte: a sequence, a key with Alt, or the Escape key itself.
    case escape
    /// In a control sequence (`CSI`); the bytes collected so far.
    case control([UInt8])
    /// After `ESC O` (`SS3`): the next byte is the key.
    case single
    /// In a string, which ends with `ESC \` or `BEL`; `sawEscape` is true after a possible first byte of its end.
    case string(StringKind, [UInt8], sawEscape: Bool)
    /// In a UTF-8 sequence of `length` bytes; the bytes collected so far.
    case character([UInt8], length: Int)
    /// The Linux console sends F1 to F5 as `ESC [ [ A` to `ESC [ [ E`.
    case consoleFunction
  }
  /// `application` is an application program command (`APC`), which kitty's graphics protocol uses for replies. The
  /// content of other strings is discarded.
  private enum StringKind: Equatable { case application, other }

  /// Longer than all relevant sequences; a longer one is read to its end and dropped.
  private static let longest = 256

  /// The state after the last byte. It persists between calls, because a read can end within a sequence.
  private var state = State.ground

  /// Whether a sequence is incomplete.
  var isWaiting: Bool { state != .ground }

  /// Decodes bytes in the order of their arrival. Unknown sequences are dropped. An incomplete one continues with the
  /// next call.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes {
      // Cancel and Substitute end any sequence. In the ground state they are Ctrl-X and Ctrl-Z.
      if byte == 0x18 || byte == 0x1A, state != .ground, state != .escape {
        state = .ground
      } else if let event = take(byte) {
        events.append(event)
      }
    }
    return events
  }

  /// Ends an incomplete sequence after a timeout: its bytes were keys.
  mutating func timeOut() -> InputEvent? {
    defer { state = .ground }
    return switch state {
    case .escape: .key(.escape)
    case .control([]): .key(.character("["), .alt)
    case .single: .key(.character("O"), .alt)
    default: nil
    }
  }

  /// Decodes one byte; nil if it completes no event.
  private mutating func take(_ byte: UInt8) -> InputEvent? {
    switch state {
    case .ground:
      return takeInGround(byte, modifiers: [])
    case .escape:
      return takeAfterEscape(byte)
    case .control(let collected):
      return takeControl(byte, after: collected)
    case .single:
      state = .ground
      return ControlSequence.key(final: byte, parameters: []).map { .key($0.0, $0.1) }
    case .consoleFunction:
      state = .ground
      return (0x41...0x45).contains(byte) ? .key(.function(Int(byte) - 0x40)) : nil
    case .string(let kind, let collected, let sawEscape):
      return takeString(byte, kind, after: collected, sawEscape: sawEscape)
    case .character(let collected, let length):
      return takeCharacter(byte, after: collected, length: length)
    }
  }

  /// Decodes a byte outside sequences: a control character, ASCII, or the first byte of a UTF-8 sequence.
  ///
  /// - Parameter modifiers: `alt` if the byte followed an Escape byte.
  private mutating func takeInGround(_ byte: UInt8, modifiers: KeyModifiers) -> InputEvent? {
    state = .ground
    switch byte {
    case 0x1B:
      state = .escape
      return nil
    case 0x08, 0x7F: return .key(.backspace, modifiers)
    case 0x09: return .key(.tab, modifiers)
    case 0x0A, 0x0D: return .key(.enter, modifiers)
    case 0x00: return .key(.character(" "), modifiers.union(.control))
    case 0x01...0x1A:
      return .key(.character(Unicode.Scalar(byte + 0x60)), modifiers.union(.control))
    case 0x1C...0x1F:
      return .key(.character(Unicode.Scalar(byte + 0x40)), modifiers.union(.control))
    case 0x20...0x7E: return .key(.character(Unicode.Scalar(byte)), modifiers)
    case 0xC2...0xDF: state = .character([byte], length: 2)
    case 0xE0...0xEF: state = .character([byte], length: 3)
    case 0xF0...0xF4: state = .character([byte], length: 4)
    default: break  // A continuation byte without a beginning.
    }
    return nil
  }

  /// Decodes the byte after Escape, which selects the kind of sequence.
  private mutating func takeAfterEscape(_ byte: UInt8) -> InputEvent? {
    switch byte {
    case UInt8(ascii: "["): state = .control([])
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "_"): state = .string(.application, [], sawEscape: false)
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      state = .string(.other, [], sawEscape: false)
    case 0x1B: return .key(.escape)  // The second one may begin a sequence.
    default: return takeInGround(byte, modifiers: .alt)
    }
    return nil
  }

  /// Decodes a byte of a control sequence (ECMA-48 §5.4): parameters and intermediates are collected, and a final byte
  /// ends it.
  private mutating func takeControl(_ byte: UInt8, after collected: [UInt8]) -> InputEvent? {
    switch byte {
    case UInt8(ascii: "[") where collected.isEmpty:
      state = .consoleFunction
      return nil
    case 0x20...0x3F:
      if collected.count < Self.longest { state = .control(collected + [byte]) }
      return nil
    case 0x40...0x7E:
      state = .ground
      return collected.count < Self.longest ? ControlSequence.event(final: byte, collected: collected) : nil
    case 0x1B:
      state = .escape
      return nil
    default:
      state = .ground
      return nil
    }
  }

  /// Decodes a byte of a string. Only the first `longest` bytes of its content are stored.
  private mutating func takeString(
    _ byte: UInt8, _ kind: StringKind, after collected: [UInt8], sawEscape: Bool
  ) -> InputEvent? {
    if byte == 0x07 || (sawEscape && byte == UInt8(ascii: "\\")) {
      state = .ground
      return kind == .application ? ControlSequence.applicationReply(collected) : nil
    }
    if sawEscape { return takeAfterEscape(byte) }
    let grown = collected.count < Self.longest && byte != 0x1B ? collected + [byte] : collected
    state = .string(kind, grown, sawEscape: byte == 0x1B)
    return nil
  }

  /// Decodes a continuation byte. Another byte abandons the character and is decoded on its own.
  private mutating func takeCharacter(_ byte: UInt8, after collected: [UInt8], length: Int) -> InputEvent? {
    guard (0x80...0xBF).contains(byte) else { return takeInGround(byte, modifiers: []) }
    let bytes = collected + [byte]
    guard bytes.count == length else {
      state = .character(bytes, length: length)
      return nil
    }
    state = .ground
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first.map { .key(.character($0)) }
  }
}
