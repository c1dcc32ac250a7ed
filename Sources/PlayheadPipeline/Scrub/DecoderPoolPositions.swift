import CoreMedia

/// Decides which pooled decoder is used for a target and which one is evicted. Pure.
///
///     sync ────────▇ pooled ──────────────▇ pooled ───── target ───▇ pooled
///                                          └───────────────► resumes
///
/// A decoder cannot be copied: the one that resumes ends at the target.
struct DecoderPoolPositions {
  /// The position of a decoder in the media.
  struct Position: Equatable, Sendable {
    /// The target of the paused seek that it was left open at.
    var openTime: CMTime
    /// The decode time of the last packet sent to it.
    var lastDecode: CMTime
    /// The presentation times of the last packets sent to it, more than any reordering.
    var sent: [CMTime]
  }

  /// The index of the decoder with the least work to reach `target`. `sync`: the last sync sample not after the target.
  ///
  /// Nil if no decoder is open between `sync` and `target`, or if `sync` is unknown.
  static func best(of positions: [Position], to target: CMTime, sync: CMTime?) -> Int? {
    guard let sync else { return nil }
    return positions.indices.filter { positions[$0].openTime >= sync && positions[$0].openTime <= target }
      .max { positions[$0].openTime < positions[$1].openTime }
  }

  /// The index of the decoder to evict: one in another GOP than the newest, the longest pooled first; else the one with
  /// the smallest distance from its predecessor, which can take over its work at the least cost.
  ///
  /// - Parameter newest: The position that was added last.
  static func victim(of positions: [Position], newest: CMTime) -> Int? {
    if let far = positions.firstIndex(where: { abs(($0.openTime - newest).seconds) > reach }) { return far }
    let order = positions.indices.sorted { positions[$0].openTime < positions[$1].openTime }
    var best: (index: Int, gap: Double)?
    for (rank, index) in order.enumerated().dropFirst() {
      let gap = (positions[index].openTime - positions[order[rank - 1]].openTime).seconds
      if gap < best?.gap ?? .infinity { best = (index, gap) }
    }
    return best?.index ?? positions.indices.first
  }
  /// The length of long GOPs.
  private static let reach = 10.0
}
