/// The lines of a cue's text, with ruby text attached to its base.
struct CueLines {
  /// A piece of text with uniform style.
  struct Piece: Equatable {
    /// The characters of the piece, without line breaks.
    var text: String
    /// The index of the cue's run.
    var run: Int
  }

  /// A base text and its ruby text, which is usually empty.
  struct Segment {
    /// The pieces of the base text, in reading order.
    var base: [Piece]
    /// The pieces of the ruby text above the base.
    var ruby: [Piece] = []
    /// Whether it may have ruby text.
    var isBase = false
  }

  /// The segments of each line. A cue without text has one empty line.
  private(set) var lines: [[Segment]] = [[]]

  /// Splits runs at line breaks. Line breaks inside ruby text do not begin a line.
  init(_ runs: [CueRun]) {
    for (index, run) in runs.enumerated() {
      let style = run.style
      for (number, part) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        // Ruby text is on the same line as its base.
        if number > 0, !style.isRubyText { lines.append([]) }
        guard !part.isEmpty else { continue }
        add(Piece(text: String(part), run: index), style)
      }
    }
  }

  /// Appends a piece to the last line: as ruby text or base text of its last segment, or as a new segment.
  private mutating func add(_ piece: Piece, _ style: CueStyle) {
    let line = lines.count - 1
    let last = lines[line].count - 1
    if style.isRubyText, last >= 0, lines[line][last].isBase {
      lines[line][last].ruby.append(piece)
    } else if style.isRubyBase, last >= 0, lines[line][last].isBase, lines[line][last].ruby.isEmpty {
      lines[line][last].base.append(piece)
    } else {
      lines[line].append(Segment(base: [piece], isBase: style.isRubyBase))
    }
  }

  var hasRuby: Bool { lines.contains { $0.contains { !$0.ruby.isEmpty } } }
}
