/// Which of several files plays.
struct Playlist: Equatable, Sendable {
  let count: Int
  let loops: Bool
  private(set) var index = 0
  /// Files that could not be played since the last one that could: when that is all of them, a loop would never end.
  private var failures = 0
  /// Which way somebody moved last: a file that cannot be played is passed over in that direction.
  private var direction = 1

  init(count: Int, loops: Bool) {
    self.count = count
    self.loops = loops
  }

  /// The current file has ended, or cannot be played. False when there is nothing more to play.
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

  /// Somebody wants another file. False at the ends of a list that does not loop.
  mutating func move(by step: Int) -> Bool {
    let target = index + step
    guard loops || (0..<count).contains(target), count > 0 else { return false }
    direction = step
    index = ((target % count) + count) % count
    return true
  }
}
