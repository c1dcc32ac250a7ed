import CoreMedia
import PlayheadBasics
import PlayheadClock
import PlayheadNetworking

/// The window of a live stream: the range of media that can be played now.
struct LiveWindow {
  /// From the oldest media to the last position at which playback can begin.
  let range: CMTimeRange
  /// The same range in seconds.
  private let seconds: ClosedRange<Double>
  /// The end of the newest media in seconds; nil if unknown.
  private let edge: Double?

  /// The window of a stream; nil unless the stream is live and has one.
  init?(_ stream: StreamSnapshot?) {
    guard let stream, stream.duration == nil, let seconds = stream.seekable else { return nil }
    self.seconds = seconds
    range = BufferMonitor.time(seconds)
    edge = stream.edge?.end
  }

  /// Clamps a time to the window.
  ///
  /// - Parameters:
  ///   - time: A time of the item; positive infinity stands for the live edge.
  ///   - offset: The configured distance from the newest media, in seconds, which is the live edge; nil for the end of
  ///     the window.
  func clamped(_ time: CMTime, offset: Double?) -> CMTime {
    var time = time
    if time == .positiveInfinity, let offset, let edge {
      time = CMTime(seconds: edge - offset, preferredTimescale: 1_000_000)
    }
    return max(range.start, min(time, range.end))
  }

  /// The bound at which a rate other than 1 ends, and the cause to report: the live edge when playing faster, the start
  /// of the window when playing backward; nil at other rates.
  func bound(rate: Float, isReversed: Bool) -> (time: CMTime, cause: SessionSnapshot.RateCause)? {
    guard rate > 1 || isReversed else { return nil }
    let bound = isReversed ? seconds.lowerBound : seconds.upperBound
    return (
      CMTime(nanoseconds: Int64(saturating: (bound * 1e9).rounded())),
      isReversed ? .reachedWindowStart : .reachedLiveEdge
    )
  }
}
