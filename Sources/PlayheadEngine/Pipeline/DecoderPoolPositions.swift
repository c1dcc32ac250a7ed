import CoreMedia

/// Decides which pooled decoder is used for a target and which one is evicted. Pure.
///
///     sync ────────▇ pooled ──────────────▇ pooled ───── target ───▇ pooled
///                                          └───────────────► resumes
///
/// A decoder cannot be copied: the one that resumes ends at the target.
struct DecoderPoolPositions {
  /// The position of a decoder in the media.
  struct Place: Equatable, Sendable {
    /// The target of the paused seek that it was left open at.
    var landed: CMTime
    /// The decode time of the last packet sent to it.
    var lastDecode: CMTime
    /// The presentation times of the last packets sent to it, more than any reordering.
    var given: [CMTime]
  }

  /// The index of the decoder with the least work to reach `target`. `sync`: the last sync sample not after the target.
  static func best(of places: [Place], to target: CMTime, sync: CMTime?) -> Int? {
    guard let sync else { return nil }
    return places.indices.filter { places[$0].landed >= sync && places[$0].landed <= target }
      .max { places[$0].landed < places[$1].landed }
  }

  /// The index of the decoder to evict: one in another GOP than the newest, the longest pooled first; else the one with
  /// the smallest distance from its predecessor, which can take over its work at the least cost.
  static func victim(of places: [Place], newest: CMTime) -> Int? {
    if let far = places.firstIndex(where: { abs(($0.landed - newest).seconds) > reach }) { return far }
    let order = places.indices.sorted { places[$0].landed < places[$1].landed }
    var best: (index: Int, gap: Double)?
    for (rank, index) in order.enumerated().dropFirst() {
      let gap = (places[index].landed - places[order[rank - 1]].landed).seconds
      if gap < best?.gap ?? .infinity { best = (index, gap) }
    }
    return best?.index ?? places.indices.first
  }
  /// The length of long GOPs.
  private static let reach = 10.0
}
