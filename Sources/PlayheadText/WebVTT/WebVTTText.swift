import CoreMedia

/// Parses WebVTT cue text (§ 4.2, § 6.4): nested tags, timestamps, character references.
package struct WebVTTText {
  private struct Tag {
    let name: String
    let outer: CueStyle
  }

  private let scalars: [Unicode.Scalar]
  private let range: (start: CMTime, end: CMTime)
  private var index = 0
  private var runs: [CueRun] = []
  private var pending = String.UnicodeScalarView()
  private var style = CueStyle()
  private var time: CMTime?
  private var open: [Tag] = []

  /// The maximum nesting of tags; further ones are ignored.
  private static let depthLimit = 64

  /// Parses the text of a cue with this time range to runs.
  package static func runs(_ text: String, start: CMTime, end: CMTime) -> [CueRun] {
    var reader = WebVTTText(scalars: Array(text.unicodeScalars), range: (start, end))
    return reader.run()
  }

  private init(scalars: [Unicode.Scalar], range: (start: CMTime, end: CMTime)) {
    self.scalars = scalars
    self.range = range
  }

  private mutating func run() -> [CueRun] {
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "<" {
        readTag()
      } else if scalar == "&", let (text, length) = CharacterReference.read(scalars[index...]) {
        pending.append(contentsOf: text.unicodeScalars)
        index += length
      } else {
        pending.append(scalar)
        index += 1
      }
    }
    flush()
    return runs
  }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    runs.append(CueRun(String(pending), style: style, time: time))
    pending = String.UnicodeScalarView()
  }

  /// A tag without an end tag extends to the end of the cue, as specified.
  private mutating func readTag() {
    var end = index + 1
    while end < scalars.count, scalars[end] != ">" { end += 1 }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[(index + 1)..<end])
    let body = String(view)
    index = min(end + 1, scalars.count)
    if body.hasPrefix("/") {
      close(String(body.dropFirst()))
    } else if let first = body.utf8.first, 0x30...0x39 ~= first {
      guard let stamp = WebVTTTime.parse(body), stamp > range.start, stamp < range.end else { return }
      flush()
      time = stamp
    } else {
      openTag(body)
    }
  }

  private mutating func openTag(_ body: String) {
    let parts = body.split(maxSplits: 1, omittingEmptySubsequences: false) { $0.isWhitespace }
    let names = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let name = names.first, Self.names.contains(name), open.count < Self.depthLimit else { return }
    // Ruby text is only valid inside a ruby element.
    if name == "rt", open.last?.name != "ruby" { return }
    flush()
    open.append(Tag(name: name, outer: style))
    let annotation = parts.count == 2 ? parts[1].trimmingWhitespace() : ""
    switch name {
    case "b": style.isBold = true
    case "i": style.isItalic = true
    case "u": style.isUnderlined = true
    case "rt": (style.isRubyText, style.isRubyBase) = (true, false)
    case "ruby": style.isRubyBase = true
    case "c": style.isClassSpan = true
    case "v": style.voice = annotation
    case "lang": style.language = annotation
    default: break
    }
    for name in names.dropFirst() where !name.isEmpty { add(class: name) }
  }

  /// The classes with predefined colours (§ 5.1).
  private mutating func add(class name: String) {
    style.classes.append(name)
    if Self.colors.contains(name) { style.color = CueColor(named: name) }
    if name.hasPrefix("bg_"), Self.colors.contains(String(name.dropFirst(3))) {
      style.background = CueColor(named: String(name.dropFirst(3)))
    }
  }

  private mutating func close(_ name: String) {
    guard let last = open.last else { return }
    if last.name == name {
      leave()
    } else if name == "ruby", last.name == "rt" {
      leave()
      leave()
    }
  }

  private mutating func leave() {
    flush()
    if let tag = open.popLast() { style = tag.outer }
  }

  private static let names: Set<String> = ["c", "i", "b", "u", "ruby", "rt", "v", "lang"]
  private static let colors: Set<String> = ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"]
}

extension StringProtocol {
  func trimmingWhitespace() -> String {
    var text = self[...].drop { $0.isWhitespace }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
