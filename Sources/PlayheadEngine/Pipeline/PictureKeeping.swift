import CoreMedia

/// Which of the pictures that were decoded on the way to stills is let go when there is no room for all.
///
///     sync ──┬──────┬──────┬──────┬──────┬┬┬┬┬┬ still        ┬ kept
///              on the way, spread evenly   right before it
///
/// Pictures right before a still are kept for whoever goes back, or comes back, by a few; as long as they fill no more than half of
/// the room. The others say what is there when the hand comes by again. Pure.
struct PictureKeeping {
  struct Kept: Equatable {
    var time: CMTime
    var bytes: Int
    /// Whether it lies right before the still of its way.
    var isNear: Bool
    /// The way on which it was decoded.
    var way: Int
  }

  var limit: Int
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
    if nearBytes <= limit / 2 {
      for (index, picture) in pictures.enumerated() where !picture.isNear {
        let worth = worth(of: index, seconds, newest: newest.seconds, hand: hand?.seconds)
        if worth < best?.worth ?? .infinity { best = (index, worth) }
      }
    }
    // The earliest of the oldest way: pictures before a still follow each other without a hole.
    return best?.index
      ?? pictures.indices.filter { pictures[$0].isNear }.min {
        (pictures[$0].way, $0) < (pictures[$1].way, $1)
      } ?? 0
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
