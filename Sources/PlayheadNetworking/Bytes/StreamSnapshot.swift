/// What is known of a stream in segments, in seconds of its own timeline.
package struct StreamSnapshot: Sendable, Equatable {
  /// Where the media that is at hand without a gap from the reader on ends.
  package var loadedEnd = 0.0
  /// Where what is kept begins.
  package var loadedStart = 0.0
  /// Where one can go to.
  package var seekable: ClosedRange<Double>?
  /// The length where it is known: nil while the stream may still grow.
  package var duration: Double?
  /// Where the newest media of a stream that may grow ends, and when that was seen, in seconds of the engine's clock.
  package var edge: Edge?
  /// How often the playlist has brought something new.
  package var version = 0
  /// How far from there players are to stay, in seconds.
  package var holdBack = 0.0

  package struct Edge: Sendable, Equatable {
    package var end: Double
    package var seenAt: Double
    package init(end: Double, seenAt: Double) {
      self.end = end
      self.seenAt = seenAt
    }
  }

  package init() {}
}
