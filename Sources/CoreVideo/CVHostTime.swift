import Foundation
import Synchronization

/// The host clock's time in its own units, nanoseconds of the monotonic clock: the clock of `CMClock.hostTimeClock`.
public func CVGetCurrentHostTime() -> UInt64 {
  if let time = HostTimeSource.time { return time }
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Units of the host clock in a second: 10^9.
public func CVGetHostClockFrequency() -> Double {
  1e9
}

/// The smallest step of the host clock, in its units.
public func CVGetHostClockMinimumTimeDelta() -> UInt32 {
  1
}

/// The host clock of a program whose time is not the machine's.
package enum HostTimeSource {
  private static let replacement = Mutex<(@Sendable () -> UInt64)?>(nil)

  static var time: UInt64? { replacement.withLock { $0 }?() }

  /// From now on `source` is the host clock, in nanoseconds.
  package static func replace(_ source: @escaping @Sendable () -> UInt64) { replacement.withLock { $0 = source } }
}
