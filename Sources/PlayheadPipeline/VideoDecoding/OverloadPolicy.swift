/// Decides which packets an overloaded video decoder drops. Pure.
///
///     lag: 0 ─────── 0.1 s ──────────────────── 0.5 s ───────────────────── 2 s ──────────────►
///          everything │ frames that nothing      │ up to a keyframe that is  │ up to the next
///                     │ depends on are left out  │ due already               │ keyframe
struct OverloadPolicy {
  /// The treatment of a packet: full decoding, decoding only if other frames depend on it, or none.
  enum Action: Equatable { case decode, skipNonReference, skip }

  /// Three frames at 30 fps: the frames that are ready compensate for less.
  static let lateness = 0.1
  /// ExoPlayer, too, drops to the next keyframe from half a second on.
  static let keyframeLag = 0.5
  /// The maximum lag: beyond it packets are dropped even if no frame is shown until the next keyframe.
  static let lagLimit = 2.0

  /// Whether all packets are dropped up to the next keyframe.
  private(set) var isSkipping = false
  /// The keyframes since the start.
  private var keyframes = 0

  /// Decides about the next packet in decode order.
  ///
  /// - Parameters:
  ///   - lag: Seconds by which the packet is late; nil if the clock is stopped or the packet has no time.
  ///   - hasDueKeyframe: Whether a later keyframe in the queue is due, too.
  mutating func action(lag: Double?, isKey: Bool, hasDueKeyframe: () -> Bool) -> Action {
    if isKey {
      keyframes += 1
      isSkipping = false
    }
    if isSkipping { return .skip }
    guard let lag, lag > Self.lateness else { return .decode }
    guard lag > Self.keyframeLag else { return .skipNonReference }
    // Without a second keyframe so far there may never be one.
    if hasDueKeyframe() || (lag > Self.lagLimit && !isKey && keyframes > 1) {
      isSkipping = true
      return .skip
    }
    return .skipNonReference
  }
}
