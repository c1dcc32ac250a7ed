/// The distances of frames and of refreshes of a display, both measured.
package struct DisplayTiming: Sendable, Equatable {
  /// The distance of two frames in nanoseconds of host time.
  package var frameInterval: Double
  /// The number of frames that `frameInterval` was measured with.
  package var frameCount: Int
  /// The rate of the item's clock during the measurement.
  package var rate: Double
  /// The distance of two refreshes in nanoseconds of host time.
  package var refreshInterval: Double

  /// Creates the timing of a display.
  package init(frameInterval: Double, frameCount: Int, rate: Double, refreshInterval: Double) {
    self.frameInterval = frameInterval
    self.frameCount = frameCount
    self.rate = rate
    self.refreshInterval = refreshInterval
  }
}
