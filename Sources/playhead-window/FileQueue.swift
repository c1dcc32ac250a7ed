/// Which file plays next.
struct FileQueue {
  private let files: [String]
  private let loops: Bool
  private var position = -1
  /// Whether one of this round's files could be played. A round in which none could would go round for ever.
  private var hasPlayedInRound = false
  /// Whether any file could ever be played.
  private(set) var hasPlayed = false

  init(_ files: [String], loops: Bool) {
    self.files = files
    self.loops = loops
  }

  /// The file that plays now; nil before the first and after the last.
  var current: String? { files.indices.contains(position) ? files[position] : nil }

  /// Goes on to the next file, and after the last one, where it loops, to the first.
  mutating func advance() -> String? {
    position += 1
    if position >= files.count, loops, hasPlayedInRound {
      position = 0
      hasPlayedInRound = false
    }
    position = min(position, files.count)
    return current
  }

  mutating func notePlayed() {
    hasPlayedInRound = true
    hasPlayed = true
  }
}
