import CoreMedia
import PlayheadClock
import PlayheadNetworking
import PlayheadStreaming

/// Holds the distance from the live edge: decides on small changes of the rate, and on seeks. Pure.
struct LiveController {
  /// A correction of the distance, which the loop performs.
  enum Correction: Equatable {
    /// Nothing changes.
    case none
    /// `factor` has changed.
    case changeRate
    /// The distance is too long for a change of the rate. If `changesRate`, `factor` has changed, too.
    case seek(to: CMTime, changesRate: Bool)
  }

  /// The measured live edge and the distance of the position from it.
  private var latency = LiveLatency()
  /// The factor of the requested rate: 1 unless the distance is being corrected.
  private(set) var factor = 1.0

  /// The version of the playlist at which playback continued after a pause; nil once a newer one has been observed.
  private var resumedVersion: Int?

  /// Playback continues after a pause in which the playlist may not have been reloaded.
  mutating func resumed(at version: Int) { resumedVersion = version }

  /// Whether the first playlist after a pause has been loaded: media that the pause needed may have left the window.
  mutating func takeWindowCheck(_ version: Int) -> Bool {
    guard let resumedVersion, version != resumedVersion else { return false }
    self.resumedVersion = nil
    return true
  }

  /// The client has requested a rate: nothing is corrected until the next call of `steer`.
  mutating func rateWasSet() { factor = 1 }

  /// Observes the live edge, and decides on a correction.
  ///
  /// - Parameters:
  ///   - stream: The stream's state. The factor returns to 1 if the stream is not live.
  ///   - position: The position; nil while nothing is corrected: at rates other than 1, while paused, during a seek.
  ///   - secondsAhead: The buffered media in seconds. Evaluated only if playback would have to be faster.
  mutating func steer(
    _ stream: StreamSnapshot, _ configuration: LiveConfiguration, position: CMTime?, at now: HostTime,
    secondsAhead: @autoclosure () -> Double
  ) -> Correction {
    guard stream.duration == nil, let edge = stream.edge else { return setFactor(1) ? .changeRate : .none }
    latency.recordEdge(end: edge.end, at: edge.seenAt)
    let seconds = Double(now.nanoseconds) / 1e9
    guard configuration.keepsOffset, let position, let offset = latency.offset(of: position.seconds, at: seconds)
    else { return setFactor(1) ? .changeRate : .none }
    let targetOffset = configuration.offset ?? stream.holdBack
    if offset - targetOffset > LiveLatency.jump, let edge = latency.edge(at: seconds) {
      let target = CMTime(seconds: edge - targetOffset, preferredTimescale: 1000)
      return .seek(to: target, changesRate: setFactor(1))
    }
    var rate = LiveLatency.rate(offset: offset, target: targetOffset, isCorrecting: factor != 1)
    // Playing faster than media arrives would only lead to the next stall.
    if rate > 1, secondsAhead() < BufferMonitor.firstGoal { rate = 1 }
    return setFactor(rate) ? .changeRate : .none
  }

  /// Changes the factor. Returns false for a change of less than half a percent, which is not worth the work.
  private mutating func setFactor(_ factor: Double) -> Bool {
    guard abs(factor - self.factor) > 0.005 || (factor == 1 && self.factor != 1) else { return false }
    self.factor = factor
    return true
  }
}
