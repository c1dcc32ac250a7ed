import CoreMedia
import PlayheadBasics
import PlayheadClock

/// An anchor between media time and host time, with which a program synchronizes playback with another player.
struct HostTimeAnchor: Sendable, Equatable {
  /// In nanoseconds.
  var media: Int64
  /// The host time at which the item is at `media`.
  var host: HostTime
  /// Media seconds per host second; negative for reverse playback, never 0.
  var rate: Double

  /// The action when playback starts at `now` with the item at `position`.
  enum Start: Equatable {
    /// The item is at or ahead of the anchored position: the clock starts at this host time.
    case hold(until: HostTime)
    /// The item is behind by so many nanoseconds of media: it resumes from the anchored position.
    case catchUp(by: Int64)
  }

  /// The anchored media time at `now`, in nanoseconds. It may be before the start or after the end of the item.
  func nanoseconds(at now: HostTime) -> Int64 {
    let moved = Double((now - host).nanoseconds) * rate
    return media.addingSaturated(Int64(saturating: moved.rounded(.down))).clampedToMediaTime
  }

  /// Returns how to start at `now` with the item at `position`.
  ///
  /// - Parameter position: The item's position in nanoseconds, where the stopped clock is.
  func start(from position: Int64, at now: HostTime) -> Start {
    let behind = (nanoseconds(at: now) - position) * (rate < 0 ? -1 : 1)
    if behind > 0 { return .catchUp(by: behind) }
    return .hold(until: now + HostDuration(nanoseconds: Int64(saturating: (Double(-behind) / abs(rate)).rounded(.up))))
  }
}
