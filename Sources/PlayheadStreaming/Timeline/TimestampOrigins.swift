import CoreMedia
import PlayheadBasics

/// From the media's own timestamps to the presentation's timeline: what must be taken off, for each discontinuity.
///
/// All variants and renditions count alike within one discontinuity (RFC 8216 §6.2.4), so that the first one that is opened decides
/// for all.
package struct TimestampOrigins: Sendable {
  /// By discontinuity sequence number: the timestamp that lies at zero.
  private var origins: [Int: CMTime] = [:]
  package init() {}

  /// 33 bits of 90 kHz (ISO/IEC 13818-1 §2.4.3.6): after 26 and a half hours they begin anew.
  package static let period = CMTime(value: 1 << 33, timescale: 90_000)

  /// What to take off the timestamps of a part.
  ///
  /// - Parameters:
  ///   - first: The part's first timestamp.
  ///   - expected: Where its playlist says that it begins; for a discontinuity that follows what was read, where that ended.
  ///   - wraps: Whether its timestamps have 33 bits.
  package mutating func origin(
    ofDiscontinuity number: Int, first: CMTime, expected: CMTime, wraps: Bool
  ) -> CMTime {
    guard let known = origins[number] else {
      let origin = first - expected
      origins[number] = origin
      return origin
    }
    guard wraps else { return known }
    let turns = ((first - known - expected).seconds / Self.period.seconds).rounded()
    // More than some thousand years is no wraparound.
    guard turns.isFinite, abs(turns) < 1e6 else { return known }
    return turns == 0 ? known : known + CMTimeMultiply(Self.period, multiplier: Int32(saturating: turns))
  }

  /// The timestamp that lies at zero; nil before any part of the discontinuity was opened.
  package func known(_ number: Int) -> CMTime? { origins[number] }

  package func isKnown(_ number: Int) -> Bool { origins[number] != nil }

  /// Forgets discontinuities that a live playlist does not hold any more; a few are kept for renditions whose playlists are older.
  package mutating func forget(before number: Int) {
    guard origins.count > Self.kept else { return }
    origins = origins.filter { $0.key >= number - Self.kept }
  }
  private static let kept = 16

  /// How many it knows.
  package var count: Int { origins.count }
}
