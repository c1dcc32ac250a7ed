/// The text of a cue in its lines, with what stands above other words (ruby) at its place.
struct CueLines {
  /// Characters that look alike.
  struct Piece: Equatable {
    var text: String
    /// Which of the cue's runs they are of.
    var run: Int
  }

  /// Pieces, and what stands above them; nothing above most.
  struct Segment {
    var base: [Piece]
    var ruby: [Piece] = []
    /// Whether something may stand above them.
    var isBase = false
  }

  private(set) var lines: [[Segment]] = [[]]

  init(_ runs: [CueRun]) {
    for (index, run) in runs.enumerated() {
      let style = run.style
      for (number, part) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        // Words above others stand on one line with them.
        if number > 0, !style.isRubyText { lines.append([]) }
        guard !part.isEmpty else { continue }
        add(Piece(text: String(part), run: index), style)
      }
    }
  }

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
