/// How much of a stream is fetched ahead.
package struct StreamLimits: Sendable {
  /// Seconds of media ahead of the reader: covers an outage of that length.
  package var secondsAhead = 30.0
  /// The total size in bytes.
  package var bytesAhead = 48 << 20
  /// The distance in bytes from which audio is prefetched separately where playback starts. Data nearer than that
  /// arrives within a round trip at a few megabits a second.
  package var audioPrefetchDistance = 64 << 10
  /// The defaults.
  package init() {}
}
