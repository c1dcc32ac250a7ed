import CoreMedia
import PlayheadBasics
import PlayheadClock

/// The anchor between an item and a source clock other than the host's.
struct SourceClockAnchor {
  /// The item's time at the anchor, in nanoseconds.
  var media: Int64
  /// The source clock's time at the item's time `media`.
  var source: Int64
  /// Seconds of the item per second of the source clock; negative for reverse playback.
  var rate: Double

  /// The item's time at the source clock's `time`, in nanoseconds.
  func nanoseconds(at time: Int64) -> Int64 {
    let moved = Int64(saturating: (Double(time.subtractingSaturated(source)) * rate).rounded())
    return media.addingSaturated(moved).clampedToMediaTime
  }
}
