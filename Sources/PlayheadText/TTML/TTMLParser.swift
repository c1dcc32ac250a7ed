import CoreMedia

/// Parses TTML and its text profiles (IMSC, EBU-TT-D, SMPTE-TT): each paragraph, or each span with its own times, is a
/// cue.
package struct TTMLParser {
  /// The frame and tick rates of the document.
  private let times: TTMLTime
  /// The referenced styles and regions of the document's head.
  private let styles: TTMLStyles
  /// The cues in document order; sorted by time at the end.
  private var cues: [Cue] = []
  /// Whether a paragraph or span with text has no duration.
  private var hasUnreadText = false

  /// Whether the bytes look like a TTML document.
  package static func isTTML(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
    return head.contains("<tt") && (head.contains("ttml") || head.contains("<tt ") || head.contains(":tt "))
  }

  /// Returns a document without cues if the bytes are not TTML.
  package static func parse(_ bytes: [UInt8]) -> CueDocument {
    var document = CueDocument(format: .ttml)
    guard let root = XMLNode.document(bytes), root.name == "tt" else {
      document.hasUnreadText = true
      return document
    }
    var parser = TTMLParser(times: TTMLTime(root), styles: TTMLStyles(root))
    var scope = Scope()
    if let language = root.attributes["lang"], !language.isEmpty { scope.style.language = language }
    for body in root.elements where body.name == "body" { parser.walk(body, scope) }
    document.hasUnreadText = parser.hasUnreadText
    document.cues = parser.cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
    return document
  }

  /// Creates a parser for the time base and styles of one document.
  private init(times: TTMLTime, styles: TTMLStyles) {
    self.times = times
    self.styles = styles
  }

  /// The inherited times and styles of an element.
  private struct Scope {
    /// The absolute start, in the time of the document.
    var start = CMTime.zero
    /// The absolute end; infinite if no element limits it.
    var end = CMTime.positiveInfinity
    /// The style of text directly in the element.
    var style = CueStyle()
    /// The inherited attributes that concern the placement.
    var attributes: [String: String] = [:]
    /// The identifier of the region; nil for the default placement.
    var region: String?
    /// Whether `xml:space` is `preserve`; else whitespace is collapsed.
    var preservesSpace = false
  }

  /// Attributes that child elements inherit (TTML2 § 10.2).
  private static let inherited: Set<String> = ["textAlign", "writingMode", "direction"]

  /// The scope of an element within an outer one. Its times are relative to the outer start; `dur` and `end` both limit
  /// it.
  private func enter(_ node: XMLNode, _ outer: Scope) -> Scope {
    var scope = outer
    let own = styles.attributes(of: node)
    styles.apply(own, to: &scope.style)
    scope.attributes.merge(own.filter { Self.inherited.contains($0.key) }) { $1 }
    scope.region = node.attributes["region"] ?? outer.region
    if let space = node.attributes["space"] { scope.preservesSpace = space == "preserve" }
    if let begin = times.parse(node.attributes["begin"]) { scope.start = outer.start + begin }
    if let end = times.parse(node.attributes["end"]) { scope.end = min(outer.end, outer.start + end) }
    if let length = times.parse(node.attributes["dur"]) { scope.end = min(scope.end, scope.start + length) }
    return scope
  }

  /// Visits an element and its divisions and paragraphs in document order.
  private mutating func walk(_ node: XMLNode, _ outer: Scope) {
    var scope = enter(node, outer)
    if node.name == "p" { return add(node, scope) }
    let isSequence = node.attributes["timeContainer"] == "seq"
    for child in node.elements where ["div", "p", "body"].contains(child.name) {
      walk(child, scope)
      // In a sequence each child begins where the previous one ends.
      if isSequence { scope.start = min(scope.end, enter(child, scope).end) }
    }
  }

  /// Adds the cues of a paragraph: one for its own text, and one for each span with its own times.
  private mutating func add(_ paragraph: XMLNode, _ scope: Scope) {
    var timed: [(Scope, [CueRun])] = []
    var runs: [CueRun] = []
    collect(paragraph, scope, into: &runs, timed: &timed)
    for (scope, runs) in [(scope, runs)] + timed {
      let runs = Self.tidied(runs, preservesSpace: scope.preservesSpace)
      guard !runs.isEmpty else { continue }
      guard scope.end > scope.start else {
        hasUnreadText = true
        continue
      }
      var cue = Cue(start: scope.start, end: scope.end, source: runs.map(\.text).joined(), runs: runs)
      cue.identifier = paragraph.attributes["id"] ?? ""
      cue.layout = styles.layout(region: styles.region(scope.region), attributes: scope.attributes)
      cues.append(cue)
    }
  }

  /// Collects the runs of an element.
  ///
  /// - Parameters:
  ///   - runs: Receives the text with the times of the paragraph.
  ///   - timed: Receives the spans with their own times, each with its scope.
  private func collect(_ node: XMLNode, _ scope: Scope, into runs: inout [CueRun], timed: inout [(Scope, [CueRun])]) {
    for child in node.children {
      switch child {
      case .text(let text):
        runs.append(CueRun(scope.preservesSpace ? text : Self.collapsed(text), style: scope.style))
      case .element(let element) where element.name == "br": runs.append(CueRun("\n", style: scope.style))
      case .element(let element) where element.name == "span":
        let inner = enter(element, scope)
        if ["begin", "end", "dur"].contains(where: { element.attributes[$0] != nil }) {
          var own: [CueRun] = []
          collect(element, inner, into: &own, timed: &timed)
          timed.append((inner, own))
        } else {
          collect(element, inner, into: &runs, timed: &timed)
        }
      case .element: break
      }
    }
  }

  /// Replaces each sequence of whitespace by one space.
  private static func collapsed(_ text: String) -> String {
    var result = ""
    for character in text {
      if character == " " || character == "\t" || character.isNewline {
        if result.last != " " { result.append(" ") }
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// Removes spaces at the ends of lines and empty runs; empty if there is no visible text.
  private static func tidied(_ runs: [CueRun], preservesSpace: Bool) -> [CueRun] {
    var result: [CueRun] = []
    for var run in runs {
      if !preservesSpace {
        let isLineStart = result.last.map { $0.text.last == "\n" } ?? true
        let isAfterSpace = result.last.map { $0.text.last == " " } ?? false
        if run.text.hasPrefix(" "), isLineStart || isAfterSpace { run.text.removeFirst() }
        if run.text == "\n", let last = result.indices.last, result[last].text.hasSuffix(" ") {
          result[last].text.removeLast()
        }
      }
      if !run.text.isEmpty { result.append(run) }
    }
    if !preservesSpace {
      while let last = result.indices.last, let character = result[last].text.last, character.isWhitespace {
        result[last].text.removeLast()
        if result[last].text.isEmpty { result.removeLast() }
      }
    }
    return result.contains { !$0.text.allSatisfy(\.isWhitespace) } ? result.filter { !$0.text.isEmpty } : []
  }
}
