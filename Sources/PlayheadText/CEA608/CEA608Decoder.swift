import CoreMedia

/// Decodes CEA-608 byte pairs in time order to cues.
///
/// A cue ends when the screen changes; the last one remains open until `finish`.
package struct CEA608Decoder {
  /// 1 to 4: CC1 and CC2 are in the first field, CC3 and CC4 in the second.
  private let channelNumber: Int
  /// The memories and the cursor of the channel.
  private var channel = CEA608Channel()
  /// The last control code; nil after a repeated one or after characters. An equal code that follows directly is
  /// ignored.
  private var lastCode: (UInt8, UInt8)?
  /// Whether the current codes address this channel.
  private var isAddressed: Bool
  /// The screen since `since`, to detect changes.
  private var shown = CEA608Screen()
  /// The time of the last change of the screen.
  package private(set) var since = CMTime.zero

  /// Creates a decoder for one of the four caption channels.
  package init(channel: Int = 1) {
    channelNumber = channel
    isAddressed = channel % 2 == 1
  }

  /// The field of the channel.
  package var field: Int { channelNumber <= 2 ? 1 : 2 }

  /// Decodes one pair, with or without parity bits. Returns the cues that end.
  package mutating func decode(_ first: UInt8, _ second: UInt8, at time: CMTime) -> [Cue] {
    let (first, second) = (first & 0x7F, second & 0x7F)
    if first == 0, second == 0 { return [] }
    if 0x10...0x1F ~= first {
      let isRepeated = lastCode.map { $0 == (first, second) } ?? false
      // Control codes are sent twice, in case one is lost.
      lastCode = isRepeated ? nil : (first, second)
      if !isRepeated { take(first, second) }
    } else {
      lastCode = nil
      // Lower codes are for other services.
      guard isAddressed, first >= 0x20 else { return [] }
      channel.put(CEA608Characters.basic(first))
      if second >= 0x20 { channel.put(CEA608Characters.basic(second)) }
    }
    return change(at: time)
  }

  /// Handles a control code without parity. The bit 0x08 of the first byte selects the second channel of the field.
  private mutating func take(_ first: UInt8, _ second: UInt8) {
    isAddressed = (first & 0x08 != 0) == (channelNumber % 2 == 0)
    guard isAddressed, second >= 0x20 else { return }
    let code = first & 0x17
    switch (code, second) {
    case (0x14, 0x20...0x2F), (0x15, 0x20...0x2F): channel.perform(second)
    case (0x17, 0x2D...0x2F): channel.setOptional(second)
    case (0x17, 0x21...0x23): channel.tab(Int(second) - 0x20)
    case (0x11, 0x20...0x2F): channel.setStyle(second)
    case (0x10, 0x20...0x2F): channel.setBackground(second)
    case (0x11, 0x30...0x3F): if let character = CEA608Characters.special(second) { channel.put(character) }
    case (0x12, 0x20...0x3F):
      if let character = CEA608Characters.extendedFirst(second) { channel.replaceLast(with: character) }
    case (0x13, 0x20...0x3F):
      if let character = CEA608Characters.extendedSecond(second) { channel.replaceLast(with: character) }
    case (0x10...0x17, 0x40...0x7F): channel.address(code, second)
    default: break
    }
  }

  /// The cues that end at this time, because the displayed memory has changed; empty if it has not.
  private mutating func change(at time: CMTime) -> [Cue] {
    guard channel.shown != shown else { return [] }
    let over = shown.cues(from: since, to: time)
    shown = channel.shown
    since = time
    return over
  }

  /// The cues currently on the screen, with open ends.
  package var open: [Cue] { shown.cues(from: since, to: .positiveInfinity) }
}

extension CEA608Screen {
  /// One cue for each block of consecutive rows.
  func cues(from start: CMTime, to end: CMTime) -> [Cue] {
    guard end > start else { return [] }
    var blocks: [Range<Int>] = []
    for row in 0..<Self.rowCount where span(row) != nil {
      if let last = blocks.last, last.upperBound == row {
        blocks[blocks.count - 1] = last.lowerBound..<row + 1
      } else {
        blocks.append(row..<row + 1)
      }
    }
    return blocks.map { cue($0, from: start, to: end) }
  }

  /// The columns of a row with visible characters.
  private func span(_ row: Int) -> ClosedRange<Int>? {
    let used = (0..<Self.columnCount).filter { rows[row][$0].map { !$0.character.isWhitespace } ?? false }
    guard let first = used.first, let last = used.last else { return nil }
    return first...last
  }

  /// The cue of consecutive rows. Columns before the text become hard spaces, so that the indentation is preserved.
  private func cue(_ block: Range<Int>, from start: CMTime, to end: CMTime) -> Cue {
    let left = block.compactMap { span($0)?.lowerBound }.min() ?? 0
    var runs: [CueRun] = []
    for row in block {
      guard let span = span(row) else { continue }
      if row != block.lowerBound { Self.append("\n", CEA608Screen.Pen().style, to: &runs) }
      Self.append(String(repeating: "\u{A0}", count: span.lowerBound - left), CueStyle(), to: &runs)
      for column in span {
        let cell = rows[row][column]
        Self.append(String(cell?.character ?? " "), (cell?.pen ?? Pen()).style, to: &runs)
      }
    }
    let text = runs.map(\.text).joined()
    var cue = Cue(start: start, end: end, source: text, runs: runs)
    // The safe area of television: fifteen rows and 32 columns within 80 % of the frame.
    cue.layout.line = .percent(10 + Double(block.lowerBound) * 80 / Double(Self.rowCount))
    cue.layout.position = 10 + Double(left) * 80 / Double(Self.columnCount)
    cue.layout.positionAnchor = .start
    cue.layout.alignment = .left
    return cue
  }

  /// Appends text to the last run if it has the same style, otherwise as a new run.
  private static func append(_ text: String, _ style: CueStyle, to runs: inout [CueRun]) {
    guard !text.isEmpty else { return }
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
    } else {
      runs.append(CueRun(text, style: style))
    }
  }
}
