/// Finds the intended word for a mistyped one.
enum SimilarWord {
  /// The candidate nearest to `word`, if it is close enough to be a typing error.
  static func best(for word: String, among candidates: [String]) -> String? {
    // One error in short words, two in longer ones; more would suggest unrelated words.
    let allowed = word.count < 5 ? 1 : 2
    let ranked = candidates.map { (candidate: $0, distance: distance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= allowed else { return nil }
    return best.candidate
  }

  /// Optimal string alignment: insertions, deletions, replacements and transpositions each count one.
  static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
