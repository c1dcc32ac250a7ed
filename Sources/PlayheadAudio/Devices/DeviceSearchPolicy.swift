import PlayheadClock

/// When to search for an audio device while there is none. Pure.
package struct DeviceSearchPolicy {
  /// The next search; nil while there is a device.
  package private(set) var deadline: HostTime?
  /// The number of failures since a device last played.
  private var attempts = 0

  /// Creates a policy with no search due.
  package init() {}

  /// The interval of the first searches, short for a user who plugs in a headset. A machine without a sound server is
  /// searched less often after `quickAttempts`.
  package static let interval = HostDuration.seconds(2)
  /// The interval of later searches, and after a device that plays nothing.
  static let longInterval = HostDuration.seconds(10)
  /// A minute at the short interval.
  private static let quickAttempts = 30

  /// Notes that no device could be opened or started.
  package mutating func failed(at now: HostTime) {
    attempts += 1
    deadline = now + (attempts > Self.quickAttempts ? Self.longInterval : Self.interval)
  }

  /// Notes that a device was started and played nothing: another program may hold it, which takes longer.
  package mutating func stuck(at now: HostTime) {
    attempts += 1
    deadline = now + Self.longInterval
  }

  /// Notes that the search has started, or is not needed while nothing plays.
  package mutating func looked() { deadline = nil }

  /// Whether no device has played since one was missing.
  package var isSearching: Bool { attempts > 0 }
}
