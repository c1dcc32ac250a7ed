import PlayheadEngine
import Synchronization

/// The rate of playback on a display.
extension AVPlayer {
  /// Whether playback at the rate 1 is adapted to the display of a view, by at most half a percent; false by default.
  ///
  /// A number of frames then lasts exactly as long as a number of refreshes: a film of 23.976 frames a second is played
  /// 1.001 times faster on a display of 60 Hz, and of its frames every other one is shown for two refreshes and every
  /// other one for three, without exception. The audio is resampled by the same factor. `rate` stays 1.
  ///
  /// It has no effect on displays whose refreshes are not known or have no constant rate, while the program determines
  /// the time, on live streams that correct their distance from the live edge, and on audio that passes through. Any
  /// thread.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var adaptsRateToDisplay: Bool {
    get { state.withLock { $0.adaptsToDisplay } }
    set {
      state.withLock {
        $0.adaptsToDisplay = newValue
        session.setAdaptsToDisplay(newValue)
      }
    }
  }
}
