/// Decides what a video decoder that cannot keep up leaves out. Pure.
///
///     lag: 0 ─────── 0.1 s ──────────────────── 0.5 s ───────────────────── 2 s ──────────────►
///          everything │ frames that nothing      │ up to a keyframe that is  │ up to the next
///                     │ depends on are left out  │ due already               │ keyframe
struct OverloadPolicy {
  enum Action: Equatable { case decode, skipNonReference, skip }

  /// Three frames of 30 a second: less is made good by the frames that are ready.
  static let lateness = 0.1
  /// ExoPlayer, too, drops to the next keyframe from half a second on.
  static let keyframeLag = 0.5
  /// More lag than this is not waited for, even if nothing is seen until the next keyframe.
  static let lagLimit = 2.0

  private(set) var isSkipping = false
  private var keyframes = 0

  /// What becomes of the next packet in decode order.
  ///
  /// - Parameters:
  ///   - lag: Seconds by which the packet is late; nil if nothing moves or its time is unknown.
  ///   - hasDueKeyframe: Whether a later keyframe waits whose time has come, too.
  mutating func action(lag: Double?, isKey: Bool, hasDueKeyframe: () -> Bool) -> Action {
    if isKey {
      keyframes += 1
      isSkipping = false
    }
    if isSkipping { return .skip }
    guard let lag, lag > Self.lateness else { return .decode }
    guard lag > Self.keyframeLag else { return .skipNonReference }
    // Where no second keyframe was seen there may never be one.
    if hasDueKeyframe() || (lag > Self.lagLimit && !isKey && keyframes > 1) {
      isSkipping = true
      return .skip
    }
    return .skipNonReference
  }
}
