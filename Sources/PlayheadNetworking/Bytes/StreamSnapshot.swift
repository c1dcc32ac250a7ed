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
  package init() {}
}
