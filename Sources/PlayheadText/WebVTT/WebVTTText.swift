import CoreMedia

/// Parses WebVTT cue text (§ 4.2, § 6.4): nested tags, timestamps, character references.
package struct WebVTTText {
  private struct Tag {
    /// The name without classes and annotation.
    let name: String
    /// The style before the tag, restored at its end.
    let outer: CueStyle
  }

  /// The text of the cue, as scalars for constant-time access.
  private let scalars: [Unicode.Scalar]
  /// The time range of the cue: timestamps outside of it are ignored.
  private let range: (start: CMTime, end: CMTime)
  /// The index of the next scalar to read.
  private var index = 0
  /// The finished runs.
  private var runs: [CueRun] = []
  /// The characters since the last tag or timestamp.
  private var pending = String.UnicodeScalarView()
  /// The style of the next characters.
  private var style = CueStyle()
  /// The last timestamp; nil before the first one.
  private var time: CMTime?
  /// The open tags from the outside in.
  private var open: [Tag] = []

  /// The maximum nesting of tags; further ones are ignored.
  private static let depthLimit = 64

  /// Parses the text of a cue with this time range to runs.
  package static func runs(_ text: String, start: CMTime, end: CMTime) -> [CueRun] {
    var reader = WebVTTText(scalars: Array(text.unicodeScalars), range: (start, end))
    return reader.run()
  }

  /// Creates a reader at the first scalar.
  private init(scalars: [Unicode.Scalar], range: (start: CMTime, end: CMTime)) {
    self.scalars = scalars
    self.range = range
  }

  /// Reads the whole text and returns its runs.
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

  /// Ends the current run, if it has characters.
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

  /// Opens a tag, given the text between the brackets. Unknown tags are ignored.
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

  /// Closes the innermost tag if it has this name. `</ruby>` also closes an open `rt`.
  private mutating func close(_ name: String) {
    guard let last = open.last else { return }
    if last.name == name {
      leave()
    } else if name == "ruby", last.name == "rt" {
      leave()
      leave()
    }
  }

  /// Ends the innermost tag and restores the style before it.
  private mutating func leave() {
    flush()
    if let tag = open.popLast() { style = tag.outer }
  }

  /// The tags of WebVTT (§ 4.2.2).
  private static let names: Set<String> = ["c", "i", "b", "u", "ruby", "rt", "v", "lang"]
  /// The predefined colour classes (§ 5.1).
  private static let colors: Set<String> = ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"]
}

extension StringProtocol {
  /// The text without whitespace at both ends, line breaks included.
  func trimmingWhitespace() -> String {
    var text = self[...].drop { $0.isWhitespace }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
