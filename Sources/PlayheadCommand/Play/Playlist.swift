/// The position in a list of files.
struct Playlist: Equatable, Sendable {
  /// The number of files.
  let count: Int
  /// Whether the first file follows the last one.
  let loops: Bool
  /// The index of the current file, from 0.
  private(set) var index = 0
  /// The consecutive failures: if all files have failed, a loop would never end.
  private var failures = 0
  /// The direction of the last change by the user, in which files that cannot be played are skipped.
  private var direction = 1

  /// Creates a position at the first file.
  init(count: Int, loops: Bool) {
    self.count = count
    self.loops = loops
  }

  /// Advances after the end or failure of the current file. Returns false if there is nothing more to play.
  mutating func advance(afterFailure isFailure: Bool) -> Bool {
    failures = isFailure ? failures + 1 : 0
    if isFailure, direction < 0, index > 0 {
      index -= 1
      return true
    }
    direction = 1
    if index + 1 < count {
      index += 1
      return true
    }
    guard loops, failures < count else { return false }
    index = 0
    return true
  }

  /// Moves to another file by a user's request. Returns false at the ends of a list that does not loop.
  mutating func move(by step: Int) -> Bool {
    let target = index + step
    guard loops || (0..<count).contains(target), count > 0 else { return false }
    direction = step
    index = ((target % count) + count) % count
    return true
  }
}
