import Foundation
import Synchronization

/// The current host time in nanoseconds of the monotonic clock, which `CMClock.hostTimeClock` uses too.
public func CVGetCurrentHostTime() -> UInt64 {
  if let time = HostTimeSource.time { return time }
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// The units of the host clock per second: 10^9.
public func CVGetHostClockFrequency() -> Double {
  1e9
}

/// The smallest step of the host clock, in its units.
public func CVGetHostClockMinimumTimeDelta() -> UInt32 {
  1
}

/// A replacement of the host clock, for programs with a simulated time.
package enum HostTimeSource {
  private static let replacement = Mutex<(@Sendable () -> UInt64)?>(nil)

  static var time: UInt64? { replacement.withLock { $0 }?() }

  /// Makes `source` the host clock, in nanoseconds.
  package static func replace(_ source: @escaping @Sendable () -> UInt64) { replacement.withLock { $0 = source } }
}
