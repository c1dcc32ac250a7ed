import CoreMedia

/// Tags with a time on a stream's timeline.
package struct TimedTags: Sendable, Equatable {
  /// The time on the timeline of the stream.
  package var time: CMTime
  /// The tags in the order of the packet.
  package var tags: [MediaTag]

  /// Creates tags with a time.
  package init(time: CMTime, tags: [MediaTag]) {
    self.time = time
    self.tags = tags
  }
}
