import CoreMedia

/// Which pictures on the way to a still are decoded to be kept, though the still needs none of them. Lengths of time before the still.
///
///     sync ─ ─ ─ ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ hand ◄─       much: a hand drags backward, and has moved on
///                ◄──────── much ───────►
///     sync ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ▇▇▇▇ target        little: it rests here, perhaps for good
///                               little
struct FrameRetentionWindow: Sendable, Equatable {
  /// For whoever has gone a little too far.
  var little: CMTime
  /// For a hand that goes backward and meets the decoder half way; nil: none does.
  var much: CMTime?

  /// Whether the picture of this time is kept. `hand`: where the hand has moved on to since, if it has.
  func keeps(_ time: CMTime, before target: CMTime, hand: CMTime?) -> Bool {
    time >= target - little || isOnWay(time, of: hand)
  }

  /// Whether it goes last.
  func isNear(_ time: CMTime, to target: CMTime, hand: CMTime?) -> Bool {
    time >= target - (much ?? little) || isOnWay(time, of: hand)
  }

  private func isOnWay(_ time: CMTime, of hand: CMTime?) -> Bool {
    guard let much, let hand else { return false }
    return time >= hand - much
  }
}
