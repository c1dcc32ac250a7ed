import PlayheadStreaming

/// Decides how reading continues after a server has refused a segment. Pure.
///
/// Signed URLs expire, and a segment may be announced shortly before it is available: the playlist is reloaded once for
/// each segment, and the segment requested again. A segment that a live server no longer has is skipped.
///
///     refused ──► reload ──refused again──► skip ──more than twice in a row, or not live──► fail
struct RefusedSegmentPolicy {
  /// How reading continues.
  enum Action: Equatable {
    /// Reload the playlist, and request the segment again.
    case reload
    /// Request the segment after it.
    case skip
    /// Report the failure.
    case fail
  }

  /// The position for which the playlist was last reloaded.
  private var reloadedFor: SegmentPosition?
  /// Consecutive segments that were skipped.
  private var skipped = 0

  /// Whether an HTTP status is a refusal: the URL or the segment is not valid now. Others are failures of the server.
  static func isRefusal(_ status: Int) -> Bool { [401, 403, 404, 410].contains(status) }

  /// The action for a refused segment.
  ///
  /// - Parameters:
  ///   - position: The position of the segment.
  ///   - canSkip: Whether the stream is live and the segment after it is available.
  mutating func action(at position: SegmentPosition, canSkip: Bool) -> Action {
    guard reloadedFor == position else {
      reloadedFor = position
      return .reload
    }
    guard canSkip, skipped < Self.skipLimit else { return .fail }
    skipped += 1
    return .skip
  }
  /// Consecutive segments that a live stream may skip.
  private static let skipLimit = 2

  /// Notes that a packet was read: segments skipped from now on are not consecutive to earlier ones.
  mutating func noteSuccess() { skipped = 0 }
}
