import CoreMedia

/// Where decoders that were left behind stills stand, which of them is nearest to the next still, and which is given up when there are
/// too many.
///
///     sync ────────▇ parked ──────────────▇ parked ───── target ───▇ parked
///                                          └───────────────► goes on from here
///
/// A decoder cannot be copied: the one that goes on stands at the target afterwards. Pure.
struct DecoderPoolPositions {
  struct Place: Equatable, Sendable {
    /// The still behind which it stands.
    var landed: CMTime
    /// When the last packet that it was given is decoded.
    var lastDecode: CMTime
    /// The presentation times of what it was given last, more than any reordering.
    var given: [CMTime]
  }

  /// The index of the decoder that has least to do to come to `target`. `sync`: the last sync sample not after the target.
  static func best(of places: [Place], to target: CMTime, sync: CMTime?) -> Int? {
    guard let sync else { return nil }
    return places.indices.filter { places[$0].landed >= sync && places[$0].landed <= target }
      .max { places[$0].landed < places[$1].landed }
  }

  /// Of those that stand in order of time the one that stands least before another, or before its group: the next one takes its
  /// work over with the smallest detour. Those in other groups than the newest go first, the longest parked before.
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
  /// As long as long groups of pictures.
  private static let reach = 10.0
}
