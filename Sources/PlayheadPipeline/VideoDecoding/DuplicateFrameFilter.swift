import CoreMedia
import PlayheadClock

/// The presentation times of recent frames, by which repeated ones are detected.
struct DuplicateFrameFilter {
  /// In units of `grain`, in the order in which they came.
  private var times: [Int64] = []
  /// The content of `times`, for the lookup.
  private var known: Set<Int64> = []

  /// In nanoseconds. Variants round the times of the same frame differently: four milliseconds are less than the
  /// distance of frames and more than any rounding error.
  private static let grain: Int64 = 4_000_000
  /// A segment of ten seconds at 60 fps, twice.
  private static let limit = 1200

  /// Records a time. Returns false if it was recorded before.
  mutating func insert(_ time: CMTime) -> Bool {
    guard time.isNumeric else { return true }
    let grain = time.nanoseconds / Self.grain
    // Times on both sides of a boundary between two grains are equal, too.
    if [grain - 1, grain, grain + 1].contains(where: known.contains) { return false }
    times.append(grain)
    known.insert(grain)
    if times.count > Self.limit { known.remove(times.removeFirst()) }
    return true
  }
}
