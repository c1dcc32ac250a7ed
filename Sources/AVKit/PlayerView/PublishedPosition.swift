/// The position that the desktop extrapolates from what was published last.
struct PublishedPosition: Equatable {
  /// The position in seconds when it was published.
  var position: Double
  /// The time of the publication, in seconds.
  var time: Double
  /// Seconds of media in a second.
  var rate: Double

  /// The deviation that is not corrected, in seconds.
  static let tolerance = 0.5

  /// Whether a position is another one than the desktop extrapolates. A device with a latency starts to play late.
  func differs(from position: Double, at time: Double) -> Bool {
    abs(self.position + (time - self.time) * rate - position) > Self.tolerance
  }
}
