import CoreMedia

/// The decode-only frames before a target that are decoded and cached, although the paused seek does not need them.
///
///     sync ─ ─ ─ ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ scrub position ◄─   much: the user scrubs backward
///                ◄──────── much ───────►
///     sync ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ▇▇▇▇ target              little: the position may remain
///                               little
struct FrameRetentionWindow: Sendable, Equatable {
  /// The window for small steps back.
  var little: CMTime
  /// The window for backward scrubbing, where the position moves toward the decoder; nil: the user is not scrubbing
  /// backward.
  var much: CMTime?

  /// Whether the frame at `time` is cached. `hand` is nil unless it has moved since the start.
  func keeps(_ time: CMTime, before target: CMTime, hand: CMTime?) -> Bool {
    time >= target - little || isOnWay(time, of: hand)
  }

  /// Whether the frame at `time` is among those evicted last.
  func isNear(_ time: CMTime, to target: CMTime, hand: CMTime?) -> Bool {
    time >= target - (much ?? little) || isOnWay(time, of: hand)
  }

  private func isOnWay(_ time: CMTime, of hand: CMTime?) -> Bool {
    guard let much, let hand else { return false }
    return time >= hand - much
  }
}
