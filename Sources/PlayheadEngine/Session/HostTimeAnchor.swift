import CoreMedia
import PlayheadBasics

/// Which media time it is to be at which moment: how a program ties playing to something else that plays.
struct HostTimeAnchor: Sendable, Equatable {
  /// In nanoseconds.
  var media: Int64
  var host: HostTime
  var rate: Double

  /// What the position is when playing begins at `now` with the item at `position`.
  enum Start: Equatable {
    /// The item is already there or beyond it: it stands until its time has come.
    case stand(until: HostTime)
    /// It has fallen behind by so many nanoseconds of media: it goes on from where it should be.
    case catchUp(by: Int64)
  }

  func nanoseconds(at now: HostTime) -> Int64 {
    let moved = Double((now - host).nanoseconds) * rate
    return media.addingSaturated(Int64(saturating: moved.rounded(.down))).clampedToMediaTime
  }

  func start(from position: Int64, at now: HostTime) -> Start {
    let behind = (nanoseconds(at: now) - position) * (rate < 0 ? -1 : 1)
    if behind > 0 { return .catchUp(by: behind) }
    return .stand(until: now + HostDuration(nanoseconds: Int64(saturating: (Double(-behind) / abs(rate)).rounded(.up))))
  }
}
