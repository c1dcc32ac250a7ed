/// The state of a segmented stream, in seconds of its timeline.
package struct StreamSnapshot: Sendable, Equatable {
  /// The end of the contiguous loaded media from the read position on.
  package var loadedEnd = 0.0
  /// The start of the cached media.
  package var loadedStart = 0.0
  /// The seekable range.
  package var seekable: ClosedRange<Double>?
  /// The duration if known; nil while the stream may still grow.
  package var duration: Double?
  /// The end of the newest media of a growing stream, and when it was received, in seconds of the engine's clock.
  package var edge: Edge?
  /// The number of playlist reloads that contained changes.
  package var version = 0
  /// The minimum distance of players from the live edge, in seconds.
  package var holdBack = 0.0

  /// The live edge and when it was observed.
  package struct Edge: Sendable, Equatable {
    /// The end of the newest media, in seconds of the timeline.
    package var end: Double
    /// The time of the observation, in seconds of the engine's clock.
    package var seenAt: Double
    /// Creates an observation; both values are in seconds.
    package init(end: Double, seenAt: Double) {
      self.end = end
      self.seenAt = seenAt
    }
  }

  /// A stream of which nothing is known yet.
  package init() {}
}
