/// The latency of a live stream, and the playback rate that restores the configured latency.
///
/// A playlist shows the live edge only at the moment of its update; between updates the edge advances with the clock.
/// Of several updates the one that implies the furthest edge is correct: the others arrived late.
package struct LiveLatency: Sendable {
  /// The newest media of one playlist update.
  private struct Observation: Sendable {
    /// The end of the newest media, in seconds of the stream.
    var end: Double
    /// The time of the response, in seconds of the clock.
    var at: Double
  }
  /// The last updates that showed new media, the newest one last.
  private var observations: [Observation] = []
  /// A latency without updates: the live edge is unknown.
  package init() {}

  /// The number of updates considered: a server may fall behind permanently.
  private static let observationLimit = 8

  /// Records that the newest media ended at `end`, in seconds of the stream, at the clock time `now`, in seconds.
  package mutating func recordEdge(end: Double, at now: Double) {
    guard observations.last?.end != end else { return }
    observations.append(Observation(end: end, at: now))
    if observations.count > Self.observationLimit { observations.removeFirst() }
  }

  /// The live edge; nil before the first update.
  package func edge(at now: Double) -> Double? { observations.map { $0.end + now - $0.at }.max() }

  /// The distance of a position from the live edge in seconds; nil before the first update.
  package func offset(of position: Double, at now: Double) -> Double? { edge(at: now).map { $0 - position } }

  /// The dead zone in seconds around the target within which the natural rate continues. Small: the uncertainty of the
  /// live edge comes on top, up to half of a segment if an update came slightly too early.
  package static let tolerance = 0.08
  /// The deviation at which a changed rate returns to the natural one. Smaller than the dead zone, so that the whole
  /// deviation is corrected instead of most of it.
  package static let reached = 0.03
  /// The deviation beyond which a rate change would take minutes.
  package static let jump = 12.0
  /// The range of rates in which speech sounds natural, and music acceptable.
  package static let slowest = 0.9
  /// The upper limit of the range, to approach the live edge.
  package static let fastest = 1.25

  /// The rate that moves an offset to the target: a fifth of the deviation each second, within the acceptable range.
  /// `isCorrecting`: whether the rate currently differs from the natural one.
  ///
  /// - Parameters:
  ///   - offset: The present distance from the live edge, in seconds.
  ///   - wanted: The target distance, in seconds.
  package static func rate(offset: Double, target: Double, isCorrecting: Bool) -> Double {
    let missing = offset - target
    guard abs(missing) > (isCorrecting ? reached : tolerance) else { return 1 }
    return min(fastest, max(slowest, 1 + missing / 5))
  }
}

/// The application's configuration of live latency.
package struct LiveConfiguration: Sendable, Equatable {
  /// Seconds behind the live edge; nil for the server's recommendation.
  package var offset: Double?
  /// Whether the offset is maintained, and restored after stalls.
  package var keepsOffset = false
  /// Whether playlists are reloaded while playback is paused.
  package var reloadsWhilePaused = true
  /// The server's recommendation, which is not maintained.
  package init() {}
}
