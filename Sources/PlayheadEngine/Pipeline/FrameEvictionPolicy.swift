import CoreMedia

/// Which of the pictures that were decoded on the way to stills is let go when there is no room for all.
///
///     sync ──┬──────┬──────┬──────┬──────┬┬┬┬┬┬ still        ┬ kept
///              on the way, spread evenly   right before it
///
/// Pictures right before a still are kept for whoever goes back, or comes back, by a few; as long as they fill no more than half of
/// the room, or seven eighths while a hand drags backward: then those go first that lie furthest from the hand. The others say what is
/// there when the hand comes by again. Pure.
struct FrameEvictionPolicy {
  struct Kept: Equatable {
    var time: CMTime
    var bytes: Int
    /// Whether it lies right before the still of its way.
    var isNear: Bool
    /// The way on which it was decoded.
    var way: Int
  }

  var limit: Int
  /// How much of it pictures right before a still may fill, and how much while a hand goes back over them. The others tell a hand
  /// that moves fast what is there.
  var nearLimit: Int { limit / 2 }
  var nearLimitOfDrag: Int { limit / 8 * 7 }
  /// What lies further from the newest picture than long groups of pictures reach is of no use any more.
  private static let reach = 10.0
  /// What a hand that drags backward has left behind counts an eighth.
  private static let leftBehind = 0.125

  /// The index of the picture that is to go; nil if all have room. `pictures` ascend in time; `newest` came last. `hand`: a hand that
  /// drags backward is there.
  func victim(of pictures: [Kept], newest: CMTime, hand: CMTime?) -> Int? {
    guard pictures.count > 1, pictures.reduce(0, { $0 + $1.bytes }) > limit else { return nil }
    let nearBytes = pictures.reduce(0) { $0 + ($1.isNear ? $1.bytes : 0) }
    let seconds = pictures.map(\.time.seconds)
    var best: (index: Int, worth: Double)?
    if nearBytes <= (hand == nil ? nearLimit : nearLimitOfDrag) {
      for (index, picture) in pictures.enumerated() where !picture.isNear {
        let worth = worth(of: index, seconds, newest: newest.seconds, hand: hand?.seconds)
        if worth < best?.worth ?? .infinity { best = (index, worth) }
      }
    }
    if let best { return best.index }
    let near = pictures.indices.filter { pictures[$0].isNear }
    if let hand = hand?.seconds {
      func distance(_ index: Int) -> Double {
        let ahead = hand - seconds[index]
        return ahead < 0 ? -ahead / Self.leftBehind : ahead
      }
      return near.max { distance($0) < distance($1) } ?? 0
    }
    // The earliest of the oldest way: pictures before a still follow each other without a hole.
    return near.min { (pictures[$0].way, $0) < (pictures[$1].way, $1) } ?? 0
  }

  /// How long the hole is that it leaves.
  private func worth(of index: Int, _ seconds: [Double], newest: Double, hand: Double?) -> Double {
    if abs(seconds[index] - newest) > Self.reach { return -abs(seconds[index] - newest) }
    let before = index > 0 ? seconds[index - 1] : seconds[index] - Self.reach
    let after = index + 1 < seconds.count ? seconds[index + 1] : seconds[index] + Self.reach
    let isLeftBehind = hand.map { seconds[index] > $0 } ?? false
    return (after - before) * (isLeftBehind ? Self.leftBehind : 1)
  }
}
