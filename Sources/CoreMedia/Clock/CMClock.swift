import Foundation

/// A source of time that advances by itself at the rate of real time.
///
/// `Sendable`: its properties are constants, and the closure that reads the time is `Sendable`.
public final class CMClock: Hashable, Sendable {
  private let now: @Sendable () -> CMTime

  /// Creates a clock from a closure, for instance for an audio device, or for tests that control the time.
  ///
  /// The times must be numeric and must not decrease. The closure is called on any thread and must not block.
  package init(now: @escaping @Sendable () -> CMTime) {
    self.now = now
  }

  /// The host clock: nanoseconds since the system started (`CLOCK_MONOTONIC`), without the time in suspend.
  public static let hostTimeClock = CMClock { convertSystemUnitsToHostTime(CVGetCurrentHostTime()) }

  /// The current time.
  public var time: CMTime { now() }

  /// The current time of this clock and the host time at which it was read.
  public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
    let time = self.time
    return (time, self == .hostTimeClock ? time : CMClock.hostTimeClock.time)
  }

  /// Whether the other clock may run at a slightly different rate, that is, whether it is another clock.
  public func mightDrift(relativeTo otherClock: CMClock) -> Bool {
    self != otherClock
  }

  /// Converts a host time to nanoseconds; 0 for times that are negative or not numeric.
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    let time = hostTime.convertScale(hostTimescale, method: .default)
    return time.isNumeric ? UInt64(max(0, time.value)) : 0
  }

  /// Converts nanoseconds to a host time.
  public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
    CMTime(value: CMTimeValue(clamping: systemUnits), timescale: hostTimescale)
  }

  /// The timescale of host times: nanoseconds.
  static let hostTimescale: CMTimeScale = 1_000_000_000

  /// Whether both are the same object.
  public static func == (left: CMClock, right: CMClock) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The host clock, in nanoseconds since the system started.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// The current time of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// Reads the current time of a clock and the host time at which it was read.
@discardableResult
public func CMClockGetAnchorTime(
  _ clock: CMClock, clockTimeOut: UnsafeMutablePointer<CMTime>, referenceClockTimeOut: UnsafeMutablePointer<CMTime>
) -> OSStatus {
  status { (clockTimeOut.pointee, referenceClockTimeOut.pointee) = try clock.anchorTime() }
}

/// Whether two clocks may run at slightly different rates.
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool {
  clock.mightDrift(relativeTo: otherClock)
}

/// Converts a host time to nanoseconds; 0 for times that are negative or not numeric.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
  CMClock.convertHostTimeToSystemUnits(hostTime)
}

/// Converts nanoseconds to a host time.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
  CMClock.convertSystemUnitsToHostTime(hostTime)
}
