import CoreMedia
import Foundation

/// Distinguishes a live playlist whose numbering has restarted from an outdated version.
///
/// A restarted encoder counts segments from its beginning, and a reader that waits for the next number would wait for
/// hours. A cache may also return an outdated version, which has nothing new. Dates distinguish the two at once;
/// without them, two consecutive older responses mean a restart.
///
///     newer ──► accept        older, with dates ──► stale or restart
///                             older, no dates ────► suspect ──► older again ──► restart
package struct SequenceRestartDetector: Sendable {
  /// The relation of a version to the known one.
  package enum Verdict: Sendable, Equatable {
    /// The version continues the known one, or equals it.
    case continues
    /// An outdated version, or one that is not decided yet: ignored.
    case stale
    /// The numbering has restarted.
    case restarted
  }

  /// Consecutive older versions without dates.
  private var suspicions = 0
  /// A detector that has seen no version.
  package init() {}

  /// The tolerance between the dates of one segment in different versions.
  private static let rounding = 1.0

  /// Classifies a new version by comparison with the known one.
  ///
  /// - Parameters:
  ///   - new: A version with the numbers of the server, offset by the current renumbering.
  ///   - known: The newest accepted version.
  package mutating func judge(_ new: MediaPlaylist, after known: MediaPlaylist) -> Verdict {
    guard let last = new.lastNumber, let knownLast = known.lastNumber, last < knownLast else {
      suspicions = 0
      return .continues
    }
    switch Self.verdictByDates(new, known) {
    case .stale?: return .stale
    case .restarted?:
      suspicions = 0
      return .restarted
    default: break
    }
    // The same segment with the same number: an outdated version.
    if Self.overlaps(new, known) { return .stale }
    suspicions += 1
    guard suspicions > 1 else { return .stale }
    suspicions = 0
    return .restarted
  }

  /// The end of a version by its dates; nil without dates.
  private static func end(of playlist: MediaPlaylist) -> Date? {
    guard let index = playlist.segments.lastIndex(where: { $0.date != nil }) else { return nil }
    let seconds = playlist.segments[index...].reduce(0) { $0 + $1.duration.seconds }
    return playlist.segments[index].date?.addingTimeInterval(seconds)
  }

  /// Distinguishes a restart from an outdated version by the ends of both; nil if one of them has no dates.
  private static func verdictByDates(_ new: MediaPlaylist, _ known: MediaPlaylist) -> Verdict? {
    guard let end = end(of: new), let knownEnd = self.end(of: known) else { return nil }
    return end > knownEnd.addingTimeInterval(-rounding) ? .restarted : .stale
  }

  /// Whether both contain a segment with the same number and URI.
  private static func overlaps(_ new: MediaPlaylist, _ known: MediaPlaylist) -> Bool {
    guard let first = known.segments.first?.mediaSequence else { return false }
    let match = new.segments.first { known.segments.indices.contains($0.mediaSequence - first) }
    guard let match else { return false }
    let other = known.segments[match.mediaSequence - first]
    return match.uri == other.uri && match.byteRange == other.byteRange
  }
}

extension MediaPlaylist {
  /// The sequence number of the newest segment, complete or not.
  package var lastNumber: Int? { openSegment?.mediaSequence ?? segments.last?.mediaSequence }

  /// The offset from the server's numbers, applied by `renumber`.
  package struct Renumbering: Sendable, Equatable {
    /// Added to media sequence numbers.
    package var segments = 0
    /// Added to discontinuity sequence numbers.
    package var discontinuities = 0
    /// No offset: the server's numbers.
    package init() {}
  }

  /// The numbers with which this version follows another one, after a discontinuity.
  package func renumbering(after known: MediaPlaylist) -> Renumbering {
    var result = renumbered
    let next = (known.lastNumber ?? known.mediaSequence - 1) + 1
    result.segments += next - mediaSequence
    let last = known.openSegment ?? known.segments.last
    let first = segments.first ?? openSegment
    result.discontinuities +=
      (last?.discontinuitySequence ?? known.discontinuitySequence) + 1
      - (first?.discontinuitySequence ?? discontinuitySequence)
    return result
  }

  /// Continues the numbers of segments and discontinuities. Keys whose vector is the server's sequence number retain
  /// that vector (RFC 8216 §5.2).
  package mutating func renumber(_ requested: Renumbering) {
    let change = requested.segments - renumbered.segments
    let jumps = requested.discontinuities - renumbered.discontinuities
    guard change != 0 || jumps != 0 else { return }
    renumbered = requested
    mediaSequence += change
    discontinuitySequence += jumps
    for index in segments.indices { segments[index].renumber(change, jumps) }
    openSegment?.renumber(change, jumps)
  }
}

extension MediaSegment {
  /// Adds to both numbers, and fixes the vectors that depend on the former sequence number.
  fileprivate mutating func renumber(_ change: Int, _ jumps: Int) {
    if keys.contains(where: { $0.initializationVector == nil }) {
      for index in keys.indices {
        keys[index].initializationVector = keys[index].vector(forSequence: mediaSequence)
      }
    }
    mediaSequence += change
    discontinuitySequence += jumps
  }
}
