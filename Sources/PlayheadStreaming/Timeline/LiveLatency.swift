/// How far behind a live stream's newest media playing is, and how fast it has to be to get where it is wanted.
///
/// A playlist tells the edge only in the moment in which it is renewed; between two of them the edge moves on like a clock. Of several
/// renewals the one that saw the edge furthest is right: the others came late.
package struct LiveLatency: Sendable {
  private struct Sight: Sendable {
    var end: Double
    var at: Double
  }
  private var sights: [Sight] = []
  package init() {}

  /// Renewals that are remembered: a server may fall behind for good.
  private static let memory = 8

  /// The newest media ended at `end`, in seconds of the stream, when the clock said `now`, in seconds.
  package mutating func saw(end: Double, at now: Double) {
    guard sights.last?.end != end else { return }
    sights.append(Sight(end: end, at: now))
    if sights.count > Self.memory { sights.removeFirst() }
  }

  /// Where the newest media ends; nil before anything was seen.
  package func edge(at now: Double) -> Double? { sights.map { $0.end + now - $0.at }.max() }

  package func offset(of position: Double, at now: Double) -> Double? { edge(at: now).map { $0 - position } }

  /// Within this many seconds of what is wanted a natural rate stays so. Little: how late the edge was seen comes on top of it, up to
  /// half of a segment where a renewal came a moment too early.
  package static let tolerance = 0.08
  /// Where another rate comes back to the natural one: what it was taken up for is to be made good, not most of it.
  package static let reached = 0.03
  /// What is further away is not made good by rate: it would take minutes.
  package static let jump = 12.0
  /// Speech stays natural, and music bearable.
  package static let slowest = 0.9
  package static let fastest = 1.25

  /// The rate that brings an offset to a wanted one: a fifth of what is missing each second, and no more than ears forgive.
  /// `isUnderWay`: the rate is not the natural one now.
  package static func rate(offset: Double, wanted: Double, isUnderWay: Bool) -> Double {
    let missing = offset - wanted
    guard abs(missing) > (isUnderWay ? reached : tolerance) else { return 1 }
    return min(fastest, max(slowest, 1 + missing / 5))
  }
}

/// What a program wants of a live stream.
package struct LiveConfiguration: Sendable, Equatable {
  /// Seconds behind the newest media; nil: what the server recommends.
  package var offset: Double?
  /// Whether that distance is kept, and regained after waiting.
  package var keepsOffset = false
  package init() {}
}
