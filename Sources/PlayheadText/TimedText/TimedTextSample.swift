import CoreMedia

/// A sample of 3GPP timed text, the subtitle format of QuickTime and MP4 (3GPP TS 26.245 § 5.17): a 16-bit length, the
/// text in UTF-8 or in UTF-16 with a byte order mark, and boxes with styles. Styles, highlights and karaoke are
/// supported; scrolling, blinking or linked text is shown as static text.
struct TimedTextSample {
  /// The text without trailing line breaks. Style records count these scalars.
  private var text: [Unicode.Scalar]
  /// The records of the `styl` box. A later one overrides an earlier one.
  private var styles: [TimedTextStyle] = []
  /// The ranges of the `hlit` boxes.
  private var highlights: [Range<Int>] = []
  /// The colour of the `hclr` box; nil for the default grey.
  private var highlightColor: CueColor?
  /// The karaoke times of characters, relative to the beginning of the sample.
  private var karaokeTimes: [(characters: Range<Int>, start: CMTime)] = []

  /// nil for a sample without text: containers fill the time between others with these.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 2 else { return nil }
    let length = Int(bytes[0]) << 8 | Int(bytes[1])
    let body = Array(bytes.dropFirst(2).prefix(length))
    let isWide = body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0xFF, 0xFE])
    text = Array((isWide ? TextDecoding.string(body) : String(decoding: body, as: UTF8.self)).unicodeScalars)
    while let last = text.last, last == "\n" || last == "\r" { text.removeLast() }
    if text.isEmpty { return nil }
    for box in ISOBoxes.read(bytes.dropFirst(2 + length)) { read(box.type, BigEndianFields(box.content)) }
  }

  /// Handles a modifier box; unknown types are ignored.
  private mutating func read(_ type: String, _ content: BigEndianFields) {
    var fields = content
    switch type {
    case "styl":
      for _ in 0..<(fields.number16() ?? 0) {
        guard let style = TimedTextStyle(&fields) else { return }
        styles.append(style)
      }
    case "hlit":
      if let start = fields.number16(), let end = fields.number16(), end > start { highlights.append(start..<end) }
    case "hclr": highlightColor = CueColor(&fields)
    case "krok": readKaraoke(&fields)
    default: break
    }
  }

  /// Parses a `krok` box: a start, and for each range of characters its end.
  private mutating func readKaraoke(_ fields: inout BigEndianFields) {
    guard var start = fields.number32(), let count = fields.number16() else { return }
    for _ in 0..<count {
      guard let end = fields.number32(), let first = fields.number16(), let last = fields.number16() else { return }
      // Milliseconds.
      if last > first { karaokeTimes.append((first..<last, CMTime(value: CMTimeValue(start), timescale: 1000))) }
      start = end
    }
  }

  /// The cue of the sample.
  ///
  /// - Parameter description: The sample description of the track; nil if the container has none or it is invalid.
  func cue(start: CMTime, end: CMTime, description: TimedTextDescription?) -> Cue {
    let runs = self.runs(start: start, description)
    var cue = Cue(start: start, end: end, source: runs.map(\.text).joined(), runs: runs)
    if let description { cue.layout = description.layout }
    return cue
  }

  /// The text in runs of uniform style and karaoke time.
  private func runs(start: CMTime, _ description: TimedTextDescription?) -> [CueRun] {
    var runs: [CueRun] = []
    for part in parts {
      let text = lines(part)
      guard !text.isEmpty else { continue }
      let time = karaokeTimes.last { $0.characters.contains(part.lowerBound) }.map { start + $0.start }
      let style = self.style(at: part.lowerBound, description)
      if let last = runs.last, last.style == style, last.time == time {
        runs[runs.count - 1].text += text
      } else {
        runs.append(CueRun(text, style: style, time: time))
      }
    }
    return runs
  }

  /// The ranges of the text, split wherever a style may begin or end.
  private var parts: [Range<Int>] {
    let ranges = styles.map(\.characters) + highlights + karaokeTimes.map(\.characters)
    let cuts = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).filter { $0 > 0 && $0 < text.count }.sorted()
    return zip([0] + cuts, cuts + [text.count]).map { $0..<$1 }
  }

  /// A part of the text with normalized line ends.
  private func lines(_ part: Range<Int>) -> String {
    var result = String.UnicodeScalarView()
    for index in part {
      guard text[index] == "\r" else {
        result.append(text[index])
        continue
      }
      if index + 1 == text.count || text[index + 1] != "\n" { result.append("\n") }
    }
    return String(result)
  }

  /// The style of the character at an index: its style record, or the description's default, and its highlight.
  private func style(at index: Int, _ description: TimedTextDescription?) -> CueStyle {
    var style = CueStyle()
    let own = styles.last { $0.characters.contains(index) }
    if let record = own ?? description?.style {
      (style.isBold, style.isItalic, style.isUnderlined) = (record.isBold, record.isItalic, record.isUnderlined)
      // White is the default of files without a colour: use the viewer's default.
      if record.color != CueColor(red: 255, green: 255, blue: 255) { style.color = record.color }
    }
    if let own, let usual = description?.style {
      if own.font != usual.font { style.fontName = description?.fonts[own.font] }
      if own.size != usual.size, own.size > 0, usual.size > 0 {
        style.fontSize = CueStyle.defaultFontSize * Double(own.size) / Double(usual.size)
      }
    }
    if highlights.contains(where: { $0.contains(index) }) {
      style.background = highlightColor ?? CueColor(red: 96, green: 96, blue: 96)
    }
    return style
  }
}
