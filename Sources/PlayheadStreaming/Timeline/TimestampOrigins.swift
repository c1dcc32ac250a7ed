import CoreMedia
import PlayheadBasics

/// Maps the media's timestamps to the presentation timeline: the offset of each discontinuity.
///
/// All variants and renditions share the timestamps within a discontinuity (RFC 8216 §6.2.4), so the first one opened
/// determines the offset of all.
package struct TimestampOrigins: Sendable {
  /// The timestamp at time zero by discontinuity sequence number.
  private var origins: [Int: CMTime] = [:]
  /// A map without any discontinuity.
  package init() {}

  /// The wraparound period of 33 bits at 90 kHz (ISO/IEC 13818-1 §2.4.3.6): 26 and a half hours.
  package static let period = CMTime(value: 1 << 33, timescale: 90_000)

  /// The offset to subtract from the timestamps of a segment.
  ///
  /// - Parameters:
  ///   - first: The segment's first timestamp.
  ///   - expected: Its start according to the playlist; for a discontinuity after known media, the end of that.
  ///   - wraps: Whether its timestamps have 33 bits.
  /// - Returns: The timestamp at time zero, corrected by whole periods for a segment after wraparounds.
  package mutating func origin(
    ofDiscontinuity number: Int, first: CMTime, expected: CMTime, wraps: Bool
  ) -> CMTime {
    guard let known = origins[number] else {
      let origin = first - expected
      origins[number] = origin
      return origin
    }
    guard wraps else { return known }
    let wraparounds = ((first - known - expected).seconds / Self.period.seconds).rounded()
    // An offset of some thousand years is not a wraparound.
    guard wraparounds.isFinite, abs(wraparounds) < 1e6 else { return known }
    return wraparounds == 0 ? known : known + CMTimeMultiply(Self.period, multiplier: Int32(saturating: wraparounds))
  }

  /// The timestamp at time zero; nil before any segment of the discontinuity was opened.
  package func known(_ number: Int) -> CMTime? { origins[number] }

  /// Whether the offset of a discontinuity is known.
  package func isKnown(_ number: Int) -> Bool { origins[number] != nil }

  /// Removes discontinuities that have left a live playlist; a few are retained for renditions with older playlists.
  package mutating func forget(before number: Int) {
    guard origins.count > Self.retainedCount else { return }
    origins = origins.filter { $0.key >= number - Self.retainedCount }
  }
  /// The number of discontinuities retained behind the window.
  private static let retainedCount = 16

  /// The number of known discontinuities.
  package var count: Int { origins.count }
}
