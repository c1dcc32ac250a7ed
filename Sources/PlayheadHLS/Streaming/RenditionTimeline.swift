import CoreMedia
import PlayheadStreaming

/// The timeline of one rendition: the placement of its parts, and the read position. Pure.
///
/// Parts share the timestamp origins of the presentation. A part whose timestamps are far from its position in the
/// playlist, which declares no discontinuity there, begins separate origins; they apply until the next declared
/// discontinuity or a seek.
struct RenditionTimeline {
  /// The end time of the last packet read; nil after a seek.
  private(set) var readEnd: CMTime?
  /// Separate origins for segments whose times jump within one discontinuity because their playlist declares none.
  private var separateOrigins: (discontinuity: Int, origins: TimestampOrigins)?

  // MARK: Read position

  /// Moves the read position to the end of a packet, unless it is behind that already or the end is not numeric.
  mutating func advance(to end: CMTime) {
    if end.isNumeric { readEnd = max(readEnd ?? end, end) }
  }

  /// Notes a seek: there is no read position, and the shared origins apply again.
  mutating func restart() {
    readEnd = nil
    separateOrigins = nil
  }

  /// Notes that reading has stopped.
  mutating func stop() { readEnd = nil }

  /// Seconds of media from the read position to the live edge; infinity if the stream is not live, or nothing was read.
  func secondsToEdge(of playlist: PlaylistTimeline?) -> Double {
    guard let playlist, playlist.isLive, let readEnd else { return .infinity }
    return max(0, (playlist.liveEnd - readEnd).seconds)
  }

  // MARK: Placement

  /// Notes the discontinuity of the part that begins. Separate origins of another one end.
  mutating func begin(discontinuity number: Int) {
    if separateOrigins?.discontinuity != number { separateOrigins = nil }
  }

  /// Begins separate origins for a discontinuity: its timestamps jump where the playlist declares nothing.
  mutating func beginSeparateOrigins(discontinuity number: Int) {
    separateOrigins = (number, TimestampOrigins())
  }

  /// The expected start of a part: the playlist's, or the read position where a discontinuity begins.
  ///
  /// - Parameters:
  ///   - number: The discontinuity sequence number of the part.
  ///   - start: The start of its first segment according to the playlist.
  ///   - shared: The origins of the presentation.
  func expectedStart(discontinuity number: Int, playlist start: CMTime, shared: TimestampOrigins) -> CMTime {
    (separateOrigins?.origins ?? shared).isKnown(number) ? start : readEnd ?? start
  }

  /// The container time of a part at time zero of the timeline.
  ///
  /// Its timestamps determine the origin of a new discontinuity. Timestamps far from the playlist begin separate
  /// origins.
  ///
  /// - Parameter shared: The origins of the presentation, used unless there are separate ones.
  mutating func origin(of part: PartStart, shared: inout TimestampOrigins) -> CMTime {
    if separateOrigins == nil, hasUnexpectedTimes(part, shared: shared) {
      beginSeparateOrigins(discontinuity: part.discontinuity)
    }
    guard var separate = separateOrigins else { return part.origin(in: &shared) }
    let origin = part.origin(in: &separate.origins)
    separateOrigins = separate
    return origin
  }

  /// Whether the timestamps of a part are far from its position in the playlist although its discontinuity has a known
  /// origin.
  private func hasUnexpectedTimes(_ part: PartStart, shared: TimestampOrigins) -> Bool {
    guard let first = part.firstTime, shared.isKnown(part.discontinuity) else { return false }
    var origins = shared
    let origin = origins.origin(
      ofDiscontinuity: part.discontinuity, first: first, expected: part.expected, wraps: part.wraps)
    let time = first - origin
    if let readEnd, abs((time - readEnd).seconds) < Self.contiguityTolerance { return false }
    return abs((time - part.expected).seconds) > Self.drift
  }
  /// A part that follows the last one within this many seconds is contiguous, whatever the playlist states.
  private static let contiguityTolerance = 1.0
  /// Seconds by which playlist and timestamps may drift apart in hours of a broadcast.
  private static let drift = 10.0
}
