import Testing

@testable import PlayheadCommand

/// Bytes as xterm, rxvt, the Linux console, kitty and tmux send them.
@Suite struct KeyDecoderTests {
  private func decode(_ text: String) -> [InputEvent] {
    var decoder = KeyDecoder()
    return decoder.decode(text.utf8)
  }

  @Test(
    arguments: [
      ("q", .key(.character("q"))), ("Q", .key(.character("Q"))), (" ", .key(.character(" "))),
      ("é", .key(.character("é"))),
      ("界", .key(.character("界"))), ("😀", .key(.character("😀"))),
      ("\u{3}", .key(.character("c"), .control)), ("\u{1A}", .key(.character("z"), .control)),
      ("\u{0}", .key(.character(" "), .control)), ("\u{1C}", .key(.character("\\"), .control)),
      ("\u{7F}", .key(.backspace)), ("\u{8}", .key(.backspace)), ("\r", .key(.enter)), ("\n", .key(.enter)),
      ("\t", .key(.tab)),
      ("\u{1B}x", .key(.character("x"), .alt)), ("\u{1B}\u{7F}", .key(.backspace, .alt)),
      ("\u{1B}[A", .key(.up)), ("\u{1B}[B", .key(.down)), ("\u{1B}[C", .key(.right)), ("\u{1B}[D", .key(.left)),
      ("\u{1B}OA", .key(.up)), ("\u{1B}OD", .key(.left)), ("\u{1B}OH", .key(.home)), ("\u{1B}OP", .key(.function(1))),
      ("\u{1B}[1;2C", .key(.right, .shift)), ("\u{1B}[1;5D", .key(.left, .control)), ("\u{1B}[1;3A", .key(.up, .alt)),
      ("\u{1B}[1;8B", .key(.down, [.shift, .alt, .control])),
      ("\u{1B}[c", .key(.right, .shift)), ("\u{1B}[d", .key(.left, .shift)),
      ("\u{1B}[H", .key(.home)), ("\u{1B}[1~", .key(.home)), ("\u{1B}[7~", .key(.home)), ("\u{1B}[F", .key(.end)),
      ("\u{1B}[4~", .key(.end)), ("\u{1B}[2~", .key(.insert)), ("\u{1B}[3~", .key(.delete)),
      ("\u{1B}[3;5~", .key(.delete, .control)),
      ("\u{1B}[5~", .key(.pageUp)), ("\u{1B}[6~", .key(.pageDown)),
      ("\u{1B}[11~", .key(.function(1))), ("\u{1B}[17~", .key(.function(6))), ("\u{1B}[24~", .key(.function(12))),
      ("\u{1B}[[A", .key(.function(1))), ("\u{1B}[1;2P", .key(.function(1), .shift)), ("\u{1B}[Z", .key(.tab, .shift)),
      ("\u{1B}[27u", .key(.escape)), ("\u{1B}[113;5u", .key(.character("q"), .control)),
      ("\u{1B}[127u", .key(.backspace)), ("\u{1B}[1;2:1C", .key(.right, .shift)),
      ("\u{1B}Oj", .key(.character("*"))),
    ] as [(String, InputEvent)])
  func keys(bytes: String, event: InputEvent) {
    #expect(decode(bytes) == [event])
  }

  @Test(
    arguments: [
      ("\u{1B}[?62;4;22c", .reply(.deviceAttributes([62, 4, 22]))),
      ("\u{1B}[6;20;10t", .reply(.cellSize(width: 10, height: 20))),
      ("\u{1B}_Gi=31;OK\u{1B}\\", .reply(.kittyGraphics(isSupported: true))),
      ("\u{1B}_Gi=31;ENOENT:no\u{1B}\\", .reply(.kittyGraphics(isSupported: false))),
    ] as [(String, InputEvent)])
  func decodesReplies(bytes: String, event: InputEvent) {
    #expect(decode(bytes) == [event])
  }

  @Test(
    "swallows unknown sequences",
    arguments: [
      "\u{1B}[?1;2y", "\u{1B}[6;0;10t", "\u{1B}[8;24;80t", "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}P1$r0m\u{1B}\\",
      "\u{1B}_other\u{1B}\\", "\u{1B}[99~", "\u{1B}[200~", "\u{1B}[<0;1;1M",
    ])
  func swallowsUnknownSequences(bytes: String) {
    #expect(decode(bytes + "q") == [.key(.character("q"))])
  }

  @Test("decodes the same events however bytes are split") func decodesTheSameEventsHoweverBytesAreSplit() {
    let text = "a\u{1B}[1;2C界\u{1B}_Gi=31;OK\u{1B}\\\u{1B}OA\u{1B}[?62;4c\u{1B}x\u{7F}"
    let whole = decode(text)
    #expect(whole.count == 8)
    for length in 1...7 {
      var decoder = KeyDecoder()
      var events: [InputEvent] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        events += decoder.decode(rest.prefix(length))
        rest = rest.dropFirst(length)
      }
      #expect(events == whole)
      #expect(!decoder.isWaiting)
    }
  }

  @Test("lone escape is recognized by timeout") func loneEscapeIsRecognizedByTimeout() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.timeOut() == .key(.escape))
    #expect(!decoder.isWaiting)
    #expect(decoder.decode("\u{1B}[".utf8) == [])
    #expect(decoder.timeOut() == .key(.character("["), .alt))
    #expect(decoder.decode("\u{1B}[1;".utf8) == [])
    #expect(decoder.timeOut() == nil)
    #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
    #expect(decode("\u{1B}\u{1B}[A") == [.key(.escape), .key(.up)])
  }

  @Test("recovers after damaged sequence") func recoversAfterDamagedSequence() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x80, 0xC0, 0xFF, 0x71]) == [.key(.character("q"))])
    #expect(decoder.decode([0xE7, 0x95, 0x71]) == [.key(.character("q"))])
    #expect(decoder.decode("\u{1B}[1;\u{18}q".utf8) == [.key(.character("q"))])
    #expect(decoder.decode("\u{1B}[12\u{1B}[Aq".utf8) == [.key(.up), .key(.character("q"))])
    let endless = "\u{1B}[" + String(repeating: "1;", count: 5000) + "A"
    #expect(decoder.decode((endless + "q").utf8) == [.key(.character("q"))])
    let digits = "\u{1B}[1;" + String(repeating: "9", count: 100) + "C"
    #expect(decoder.decode(digits.utf8).count == 1)
  }

  @Test("random bytes do not block") func randomBytesDoNotBlock() {
    var generator = SystemRandomNumberGenerator()
    var decoder = KeyDecoder()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        Bool.random(using: &generator) ? 0x1B : UInt8.random(in: 0...255, using: &generator)
      }
      _ = decoder.decode(bytes)
      if Bool.random(using: &generator) { _ = decoder.timeOut() }
    }
    // A string terminator ends any sequence.
    _ = decoder.decode([0x1B, 0x5C, 0x18])
    _ = decoder.timeOut()
    #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
  }
}
