import Foundation

/// A source of time that runs by itself, at the rate of the real world.
///
/// `Sendable`: its properties are constants, and what reads the time is `Sendable`.
public final class CMClock: Hashable, Sendable {
  private let now: @Sendable () -> CMTime

  /// A clock that asks for its time when it is read, for instance an audio device's, or one that a test moves by hand.
  ///
  /// The times must be numbers and must not go back. The closure is called on any thread and must not wait.
  package init(now: @escaping @Sendable () -> CMTime) {
    self.now = now
  }

  /// The clock that counts nanoseconds since the system started: `CLOCK_MONOTONIC`, without the time asleep.
  public static let hostTimeClock = CMClock { convertSystemUnitsToHostTime(CVGetCurrentHostTime()) }

  /// The present time.
  public var time: CMTime { now() }

  /// The present time of this clock and the host time at which it was read.
  public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
    let time = self.time
    return (time, self == .hostTimeClock ? time : CMClock.hostTimeClock.time)
  }

  /// Whether the other clock may run at a slightly different pace: whether it is another clock.
  public func mightDrift(relativeTo otherClock: CMClock) -> Bool {
    self != otherClock
  }

  /// The nanoseconds of a time on the host clock; 0 for times that are negative or not numbers.
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    let time = hostTime.convertScale(hostTimescale, method: .default)
    return time.isNumeric ? UInt64(max(0, time.value)) : 0
  }

  /// The time on the host clock of a number of nanoseconds.
  public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
    CMTime(value: CMTimeValue(clamping: systemUnits), timescale: hostTimescale)
  }

  /// Nanoseconds in a second.
  static let hostTimescale: CMTimeScale = 1_000_000_000

  /// Whether both are the same object.
  public static func == (left: CMClock, right: CMClock) -> Bool { left === right }

  /// Feeds the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The clock that counts nanoseconds since the system started.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// The present time of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// The present time of a clock and the host time at which it was read.
@discardableResult
public func CMClockGetAnchorTime(
  _ clock: CMClock, clockTimeOut: UnsafeMutablePointer<CMTime>, referenceClockTimeOut: UnsafeMutablePointer<CMTime>
) -> OSStatus {
  status { (clockTimeOut.pointee, referenceClockTimeOut.pointee) = try clock.anchorTime() }
}

/// Whether two clocks may run at slightly different paces.
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool {
  clock.mightDrift(relativeTo: otherClock)
}

/// The nanoseconds of a time on the host clock; 0 for times that are negative or not numbers.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
  CMClock.convertHostTimeToSystemUnits(hostTime)
}

/// The time on the host clock of a number of nanoseconds.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
  CMClock.convertSystemUnitsToHostTime(hostTime)
}
