import CoreMedia

/// Decides whether an item ended before the end that its file's index declares.
///
/// The declared end is that of the tracks that play: subtitles, audio tracks that are not selected, and the movie
/// header may be longer than those (ISO/IEC 14496-12 §8.2.2 defines the movie's duration by its longest track, and
/// editors do not always update it).
struct TruncationPolicy {
  /// The tolerated difference between a playing track and its index, in seconds: too short to be missed.
  static let tolerance = 0.5

  /// The length of the item; not numeric if unknown.
  var duration: CMTime
  /// The time ranges of the tracks that play. A range without a duration declares nothing.
  var selected: [CMTimeRange]
  /// Whether the header declares a duration.
  var hasIndex: Bool
  /// The duration of one frame in seconds. An edit may begin or end within a frame, so that this much is not missing.
  var frameDuration: Double

  /// The tolerated difference in seconds: `tolerance`, or the duration of one frame if that is longer.
  private var limit: Double { max(Self.tolerance, frameDuration) }

  /// The declared end of the tracks that play; nil if none is declared.
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

  /// Whether the position is set to the item's duration at the end: the difference is only rounding, or tracks that do
  /// not play.
  func endsAtDuration(endingAt end: CMTime) -> Bool {
    guard duration.isNumeric, end.isNumeric else { return false }
    if abs((duration - end).seconds) < limit { return true }
    return hasIndex && end < duration && !isTruncated(endingAt: end)
  }
}
