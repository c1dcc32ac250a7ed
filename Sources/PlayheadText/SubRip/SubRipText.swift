/// Parses SubRip tags: b, i, u, s, font, and codes such as {\an8}, of which the first placement counts.
package struct SubRipText {
  /// The text of the cue, as scalars for constant-time access.
  private let scalars: [Unicode.Scalar]
  /// The index of the next scalar to read.
  private var index = 0
  /// The finished runs.
  private var runs: [CueRun] = []
  /// The characters since the last change of style.
  private var pending = String.UnicodeScalarView()
  private var style = CueStyle()
  /// The open tags from the outside in, each with the style before it.
  private var open: [(name: String, outer: CueStyle)] = []
  /// The first placement code, 1 to 9; nil if there is none.
  private var placement: Int?
  /// The next end of a tag and of a code, so that a line of only opening brackets is scanned once.
  private var ends: [Unicode.Scalar: Int] = [:]

  /// Parses the text of a cue to runs and a layout.
  package static func read(_ text: String) -> (runs: [CueRun], layout: CueLayout) {
    var reader = SubRipText(scalars: Array(text.unicodeScalars))
    reader.run()
    return (reader.runs, reader.placement.map { CueLayout(placement: $0) } ?? CueLayout())
  }

  /// Creates a reader at the first scalar.
  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// Reads the whole text. Unknown tags and unfinished codes remain as text.
  private mutating func run() {
    while index < scalars.count {
      if scalars[index] == "<", readTag() { continue }
      if scalars[index] == "{", readCode() { continue }
      if scalars[index] == "&", let (text, length) = CharacterReference.read(scalars[index...]) {
        pending.append(contentsOf: text.unicodeScalars)
        index += length
        continue
      }
      pending.append(scalars[index])
      index += 1
    }
    flush()
  }

  /// Ends the current run, if it has characters.
  private mutating func flush() {
    guard !pending.isEmpty else { return }
    runs.append(CueRun(String(pending), style: style))
    pending = String.UnicodeScalarView()
  }

  /// The maximum length of a tag: a later end belongs to other text.
  private static let tagLimit = 256

  /// The text between the bracket at `index` and the next closing one; nil if that is missing or too far away.
  private mutating func body(until end: Unicode.Scalar) -> String? {
    if ends[end].map({ $0 <= index }) ?? true {
      ends[end] = scalars[(index + 1)...].firstIndex(of: end) ?? scalars.count
    }
    guard let last = ends[end], last < scalars.count, last - index <= Self.tagLimit else { return nil }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[(index + 1)..<last])
    return String(view)
  }

  /// Reads a tag at `index`. Returns false, without moving, if it is not a known tag.
  private mutating func readTag() -> Bool {
    guard let body = body(until: ">") else { return false }
    let isEnd = body.hasPrefix("/")
    let words = (isEnd ? Substring(body.dropFirst()) : body[...]).split(separator: " ", maxSplits: 1)
    guard let name = words.first?.lowercased(), ["b", "i", "u", "s", "font"].contains(name) else { return false }
    index += body.unicodeScalars.count + 2
    flush()
    if isEnd {
      if let last = open.lastIndex(where: { $0.name == name }) {
        style = open[last].outer
        open.removeSubrange(last...)
      }
      return true
    }
    guard open.count < 64 else { return true }
    open.append((name, style))
    switch name {
    case "b": style.isBold = true
    case "i": style.isItalic = true
    case "u": style.isUnderlined = true
    case "s": style.isStruckThrough = true
    default: readFont(words.count == 2 ? String(words[1]) : "")
    }
    return true
  }

  /// Applies the attributes `color` and `face` of a font tag. A colour may lack its number sign.
  private mutating func readFont(_ attributes: String) {
    for attribute in attributes.split(separator: " ") {
      let parts = attribute.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = parts[1].filter { $0 != "\"" && $0 != "'" }
      if parts[0].lowercased() == "color" { style.color = CueColor(named: value) ?? CueColor(named: "#" + value) }
      if parts[0].lowercased() == "face" { style.fontName = value }
    }
  }

  /// Parses {\an8}, a placement. Other codes that begin with a backslash are ignored, everything else is text.
  private mutating func readCode() -> Bool {
    guard let body = body(until: "}"), body.hasPrefix("\\") else { return false }
    index += body.unicodeScalars.count + 2
    if body.hasPrefix("\\an"), let value = Numbers.digits(body.dropFirst(3)), 1...9 ~= value, placement == nil {
      placement = value
    }
    return true
  }
}

extension CueLayout {
  /// A placement on a numeric keypad, as in ASS: 1 at the bottom left, 9 at the top right.
  init(placement: Int) {
    self.init()
    let column = (placement - 1) % 3
    let row = (placement - 1) / 3
    // Text has a margin of 5 % to the edge.
    line = .percent([95, 50, 5][row])
    lineAnchor = [.end, .center, .start][row]
    position = [5, 50, 95][column]
    positionAnchor = [.start, .center, .end][column]
    alignment = [.start, .center, .end][column]
  }
}
