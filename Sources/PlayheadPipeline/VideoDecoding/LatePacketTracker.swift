import CoreMedia

/// Decides which late packets an overloaded decoder drops, and counts those of which no frame came. Pure.
///
/// The decoder itself decides whether a packet that may be skipped is a reference, so a drop is only certain when a
/// later frame arrives.
struct LatePacketTracker {
  /// The decision about packets that are late.
  private var overload = OverloadPolicy()
  /// The presentation times of packets that may have been dropped, until a later frame arrives.
  private var late: [CMTime] = []

  /// Decides about the next packet in decode order.
  ///
  /// - Parameters:
  ///   - lag: Seconds by which the packet is late; nil if the clock is stopped or the packet has no time.
  ///   - hasDueKeyframe: Whether a later keyframe in the queue is due, too.
  mutating func action(lag: Double?, isKey: Bool, hasDueKeyframe: () -> Bool) -> OverloadPolicy.Action {
    overload.action(lag: lag, isKey: isKey, hasDueKeyframe: hasDueKeyframe)
  }

  /// Records a packet that is dropped, or that the decoder may drop.
  mutating func add(_ presentationTime: CMTime) { late.append(presentationTime) }

  /// The number of packets that were dropped before a frame, which was decoded now.
  mutating func takeDropped(before frame: CMTime) -> Int {
    guard !late.isEmpty else { return 0 }
    defer { late.removeAll { $0 <= frame } }
    return late.count { $0 < frame }
  }

  /// The number of packets dropped since the last frame: at the end no later frame arrives.
  mutating func takeRest() -> Int {
    defer { late = [] }
    return late.count
  }
}
