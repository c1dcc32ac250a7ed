import CoreMedia
import PlayheadText
import Testing

/// Bytes from the tables of CEA-608-E and CTA-708-E.
struct ClosedCaptionTests {
  private func time(_ frame: Int64) -> CMTime { CMTime(value: frame, timescale: 30) }

  private func cues(_ pairs: [(UInt8, UInt8)], channel: Int = 1) -> [Cue] {
    var decoder = CEA608Decoder(channel: channel)
    var cues: [Cue] = []
    for (frame, pair) in pairs.enumerated() { cues += decoder.decode(pair.0, pair.1, at: time(Int64(frame))) }
    return cues + decoder.open
  }

  @Test func popOnCaptionIsPositioned() throws {
    // RCL, row 15 indent 8, "Hi!", EOC; then EDM.
    let found = cues([(0x14, 0x20), (0x14, 0x74), (0x48, 0x69), (0x21, 0x00), (0x14, 0x2F), (0, 0), (0x14, 0x2C)])
    let cue = try #require(found.first)
    #expect(found.count == 1 && cue.text == "Hi!")
    #expect(cue.start == time(4) && cue.end == time(6))
    // Row 15 is the fifteenth of fifteen in the middle 80 %, column 8 the ninth of 32.
    let line: Double = 10 + 14 * 80.0 / 15
    #expect(cue.layout.line == .percent(line))
    #expect(cue.layout.position == 30)
  }

  @Test func repeatedCodeCountsOnce() {
    let once = cues([(0x14, 0x20), (0x14, 0x70), (0x41, 0x42), (0x14, 0x21), (0x14, 0x2F)])
    let twice = cues([(0x14, 0x20), (0x14, 0x20), (0x14, 0x70), (0x41, 0x42), (0x14, 0x21), (0x14, 0x21), (0x14, 0x2F)])
    #expect(once.map(\.text) == ["A"])
    #expect(twice.map(\.text) == ["A"])
  }

  @Test func separatesChannels() {
    let pairs: [(UInt8, UInt8)] = [
      (0x14, 0x20), (0x14, 0x70), (0x41, 0x41), (0x1C, 0x20), (0x1C, 0x70), (0x42, 0x42), (0x14, 0x2F), (0x1C, 0x2F),
    ]
    #expect(cues(pairs).map(\.text) == ["AA"])
    #expect(cues(pairs, channel: 2).map(\.text) == ["BB"])
  }

  @Test func readsColorsAndItalics() throws {
    // Row 15 in yellow, "ab", italics from the mid-row code on, "cd".
    let found = cues([(0x14, 0x20), (0x14, 0x6A), (0x61, 0x62), (0x11, 0x2E), (0x63, 0x64), (0x14, 0x2F)])
    let cue = try #require(found.first)
    #expect(cue.text == "ab cd")
    #expect(cue.runs[0].style.color == CueColor(red: 255, green: 255, blue: 0))
    #expect(!cue.runs[0].style.isItalic && cue.runs.last?.style.isItalic == true)
    #expect(cue.runs.allSatisfy { $0.style.background == CueColor(red: 0, green: 0, blue: 0) })
  }

  /// As cea608.js and hls.js decode it: the space that represents the code on simpler decoders is overwritten.
  @Test func backgroundCodeReplacesPrecedingSpace() throws {
    // "a", space, green background, "b", space, half transparent red background, "c".
    let found = cues([
      (0x14, 0x20), (0x14, 0x70), (0x61, 0x20), (0x10, 0x22), (0x62, 0x20), (0x10, 0x29), (0x63, 0x00), (0x14, 0x2F),
    ])
    let cue = try #require(found.first)
    #expect(cue.text == "a b c")
    #expect(cue.runs.map(\.text) == ["a", " b", " c"])
    #expect(
      cue.runs.map(\.style.background) == [
        CueColor(red: 0, green: 0, blue: 0), CueColor(red: 0, green: 255, blue: 0),
        CueColor(red: 255, green: 0, blue: 0, alpha: 128),
      ])
  }

  @Test func readsTransparentBackgroundAndBlackText() throws {
    // "a", space, transparent background, "b", space, black and underlined, "c".
    let found = cues([
      (0x14, 0x20), (0x14, 0x70), (0x61, 0x20), (0x17, 0x2D), (0x62, 0x20), (0x17, 0x2F), (0x63, 0x00), (0x14, 0x2F),
    ])
    let cue = try #require(found.first)
    #expect(cue.runs.map(\.text) == ["a", " b", " c"])
    #expect(cue.runs[1].style.background?.alpha == 0)
    #expect(cue.runs[2].style.color == CueColor(red: 0, green: 0, blue: 0) && cue.runs[2].style.isUnderlined)
  }

  /// A packet of one block for service 1.
  private func packet(_ commands: [UInt8]) -> [(UInt8, UInt8)] {
    var bytes: [UInt8] = [0, 0x20 | UInt8(commands.count)] + commands
    if bytes.count % 2 != 0 { bytes.append(0) }
    bytes[0] = UInt8(bytes.count / 2)
    return stride(from: 0, to: bytes.count, by: 2).map { (bytes[$0], bytes[$0 + 1]) }
  }

  @Test func cea708WindowIsShownAndHidden() throws {
    var decoder = CEA708Decoder()
    var cues: [Cue] = []
    // DF0: visible, anchored at its bottom middle to 74, 105 of the grid, one row of 32; text with a note; then hidden.
    let define: [UInt8] = [0x98, 0x20, 74, 105, 0x70, 31, 0x11]
    let packets = [packet(define + Array("Hello ".utf8) + [0x7F]), packet([0x8A, 0x01])]
    for (number, pairs) in packets.enumerated() {
      for (index, pair) in pairs.enumerated() {
        cues += decoder.decode(pair.0, pair.1, isStart: index == 0, at: time(Int64(number * 30)))
      }
    }
    let cue = try #require(cues.first)
    #expect(cues.count == 1 && cue.text == "Hello ♪")
    #expect(cue.start == time(0) && cue.end == time(30))
    #expect(cue.layout.line == .percent(90) && cue.layout.lineAnchor == .end)
    #expect(cue.layout.positionAnchor == .center)
    let expected: Double = 10 + 105.0 / 209 * 80
    let position = try #require(cue.layout.position)
    #expect(abs(position - expected) < 0.001)
  }

  @Test func survivesNoise() {
    var noise = SeededNoise(seed: 608)
    var old = CEA608Decoder(channel: 1)
    var new = CEA708Decoder()
    for frame in 0..<20_000 {
      let (first, second) = (noise.next(), noise.next())
      _ = old.decode(first, second, at: time(Int64(frame)))
      _ = new.decode(first, second, isStart: noise.next() < 40, at: time(Int64(frame)))
    }
    #expect(old.open.allSatisfy { $0.text.count <= 15 * 33 })
  }
}

/// Reproducible bytes without a pattern (xorshift).
struct SeededNoise {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt8 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt8(truncatingIfNeeded: state >> 24)
  }
}
