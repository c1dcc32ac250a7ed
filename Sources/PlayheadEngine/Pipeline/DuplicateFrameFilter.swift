import CoreMedia

/// The times of the last pictures that were made: tells those that come again.
struct DuplicateFrameFilter {
  /// In units of `grain`, in the order in which they came.
  private var times: [Int64] = []
  private var known: Set<Int64> = []

  /// Variants round the times of the same picture differently: four milliseconds are less than pictures lie apart, and more than any
  /// rounding.
  private static let grain: Int64 = 4_000_000
  /// A segment of ten seconds at sixty a second, and as much again.
  private static let limit = 1200

  /// False for a time that was seen before.
  mutating func insert(_ time: CMTime) -> Bool {
    guard time.isNumeric else { return true }
    let grain = time.nanoseconds / Self.grain
    // Times on both sides of a border between two grains are the same too.
    if [grain - 1, grain, grain + 1].contains(where: known.contains) { return false }
    times.append(grain)
    known.insert(grain)
    if times.count > Self.limit { known.remove(times.removeFirst()) }
    return true
  }
}
