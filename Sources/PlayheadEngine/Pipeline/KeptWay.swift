import CoreMedia

/// Which pictures on the way to a still are decoded to be kept, though the still needs none of them. Lengths of time before the still.
///
///     sync ─ ─ ─ ─ ─ ─ ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ target        much: a hand drags backward, and has moved on
///                      ◄──── much ────►
///     sync ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ▇▇▇▇ target        little: it rests here, perhaps for good
///                               little
struct KeptWay: Sendable, Equatable {
  /// For whoever has gone a little too far.
  var little: CMTime
  /// For a hand that goes backward; nil: none does.
  var much: CMTime?

  /// Whether the picture of this time is kept. `wish`: where the hand has moved on to since, if it has.
  func keeps(_ time: CMTime, before target: CMTime, wish: CMTime?) -> Bool {
    if time >= target - little { return true }
    guard let much, let wish, wish < target else { return false }
    return time >= target - much
  }

  /// Whether it lies so near the still that it goes last.
  func isNear(_ time: CMTime, to target: CMTime) -> Bool { time >= target - (much ?? little) }
}
