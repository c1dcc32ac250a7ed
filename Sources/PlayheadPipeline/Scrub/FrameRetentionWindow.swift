import CoreMedia

/// The decode-only frames before a target that are decoded and cached, although the paused seek does not need them.
///
///     sync ─ ─ ─ ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ scrub position ◄─   long: the user scrubs backward
///                ◄──────── long ───────►
///     sync ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ▇▇▇▇ target              short: the position may remain
///                               short
struct FrameRetentionWindow: Sendable, Equatable {
  /// The window for small steps back.
  var short: CMTime
  /// The window for backward scrubbing, where the position moves toward the decoder; nil: the user is not scrubbing
  /// backward.
  var long: CMTime?

  /// Whether the frame at `time` is cached. `scrubPosition` is nil unless it has moved since the start.
  func contains(_ time: CMTime, before target: CMTime, scrubPosition: CMTime?) -> Bool {
    time >= target - short || isNearScrubPosition(time, of: scrubPosition)
  }

  /// Whether the frame at `time` is among those evicted last.
  func isNear(_ time: CMTime, to target: CMTime, scrubPosition: CMTime?) -> Bool {
    time >= target - (long ?? short) || isNearScrubPosition(time, of: scrubPosition)
  }

  /// Whether the time is within the long window before a scrub position. Frames after that position count, too.
  private func isNearScrubPosition(_ time: CMTime, of scrubPosition: CMTime?) -> Bool {
    guard let long, let scrubPosition else { return false }
    return time >= scrubPosition - long
  }
}
