import CoreMedia
import PlayheadFFmpeg

/// Decides whether an item ended before its file's index promised.
///
/// The promise is that of the tracks that play: subtitles, audio tracks that nobody chose, and the movie header may be longer than
/// those (ISO/IEC 14496-12 §8.2.2 defines the movie's length by its longest track, and editors do not always update it).
struct TruncationPolicy {
  /// Tracks that play may differ from their index by less than this, in seconds: nobody would miss it.
  static let tolerance = 0.5

  /// The length of the item; not numeric if unknown.
  var duration: CMTime
  /// The time ranges of the tracks that play. A range without a length promises nothing.
  var selected: [CMTimeRange]
  /// Whether the header promises a length.
  var hasIndex: Bool
  /// An edit may begin or end within a frame: the duration of one frame in seconds is not missed.
  var frameDuration: Double

  private var limit: Double { max(Self.tolerance, frameDuration) }

  /// The time to which the tracks that play should last; nil if none of them says.
  var promisedEnd: CMTime? {
    guard hasIndex else { return nil }
    let ends = selected.filter { $0.duration.isNumeric && $0.duration > .zero && $0.start.isNumeric }.map(\.end)
    guard let end = ends.max(), end.isNumeric else { return duration.isNumeric ? duration : nil }
    return duration.isNumeric ? min(end, duration) : end
  }

  /// Whether a part of the file is missing if its tracks ended at `end`.
  func isTruncated(endingAt end: CMTime) -> Bool {
    guard let promisedEnd, end.isNumeric else { return false }
    return (promisedEnd - end).seconds >= limit
  }

  /// Whether the position moves on to the item's duration at the end: where only roundings, or tracks that do not play, differ from it.
  func endsAtDuration(endingAt end: CMTime) -> Bool {
    guard duration.isNumeric, end.isNumeric else { return false }
    if abs((duration - end).seconds) < limit { return true }
    return hasIndex && end < duration && !isTruncated(endingAt: end)
  }
}
