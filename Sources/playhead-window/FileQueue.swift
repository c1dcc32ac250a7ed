/// The files, and which of them plays.
struct FileQueue: Equatable {
  private(set) var files: [String]
  private let loops: Bool
  /// Which one; -1 before the first, the count after the last.
  private(set) var position = -1
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
  var hasNext: Bool { position + 1 < files.count || loops && files.count > 1 }
  var hasPrevious: Bool { position > 0 && !files.isEmpty }

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

  mutating func goBack() -> String? {
    position = max(0, min(position, files.count) - 1)
    return current
  }

  /// nil where there is no such file.
  mutating func jump(to index: Int) -> String? {
    guard files.indices.contains(index) else { return nil }
    position = index
    return current
  }

  /// Adds files at the end; what plays goes on.
  mutating func append(_ more: [String]) { files += more }

  /// Other files instead, none of them playing yet.
  mutating func replace(with files: [String]) {
    self.files = files
    position = -1
    hasPlayedInRound = false
  }

  mutating func notePlayed() {
    hasPlayedInRound = true
    hasPlayed = true
  }
}
