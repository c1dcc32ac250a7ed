import CoreMedia
import PlayheadClock

/// Measures how fast the user scrubs.
struct ScrubSpeed {
  /// Media seconds per second: up to this speed every frame passed is shown, beyond it only some.
  static let slow = 10.0
  /// The measuring window. A single movement is too noisy: pointers report whole pixels at irregular times.
  private static let window = HostDuration.milliseconds(150)
  /// The pause after which a drag is measured from the start again.
  private static let pauseLimit = HostDuration.milliseconds(500)

  /// The movements of the last `window`, and one before it.
  private var samples: [(time: CMTime, at: HostTime)] = []

  /// Records that the pointer reached `time` at `now`. Returns whether it moves slowly; false for the first movement.
  mutating func moved(to time: CMTime, at now: HostTime) -> Bool {
    if let last = samples.last, now - last.at > Self.pauseLimit { samples = [] }
    samples.append((time, now))
    // One sample from before the window is retained, so that a distance can always be measured.
    while samples.count > 2, now - samples[1].at >= Self.window { samples.removeFirst() }
    guard let first = samples.first, samples.count > 1 else { return false }
    let distance = zip(samples, samples.dropFirst()).reduce(0) { $0 + abs(($1.1.time - $1.0.time).seconds) }
    let seconds = max(Double((now - first.at).nanoseconds) / 1e9, 0.001)
    return distance / seconds <= Self.slow
  }

  /// The drag ended.
  mutating func reset() { samples = [] }
}
