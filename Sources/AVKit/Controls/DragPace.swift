import CoreMedia
import PlayheadEngine

/// How fast a hand moves over a film.
struct DragPace {
  /// Seconds of film in a second: as many pictures as the hand passes are shown up to here, one of a few beyond.
  static let slow = 10.0
  /// Single movements say little: pointers report whole pixels, at times that vary.
  private static let window = HostDuration.milliseconds(150)
  /// A hand that rested for so long begins anew.
  private static let rest = HostDuration.milliseconds(500)

  private var places: [(time: CMTime, at: HostTime)] = []

  /// The hand has come to `time`. Returns whether it is slow; a hand that has just come is not.
  mutating func moved(to time: CMTime, at now: HostTime) -> Bool {
    if let last = places.last, now - last.at > Self.rest { places = [] }
    places.append((time, now))
    // One from before the window stays, so that there is always a way to measure.
    while places.count > 2, now - places[1].at >= Self.window { places.removeFirst() }
    guard let first = places.first, places.count > 1 else { return false }
    let way = zip(places, places.dropFirst()).reduce(0) { $0 + abs(($1.1.time - $1.0.time).seconds) }
    let seconds = max(Double((now - first.at).nanoseconds) / 1e9, 0.001)
    return way / seconds <= Self.slow
  }

  /// The hand let go.
  mutating func reset() { places = [] }
}
