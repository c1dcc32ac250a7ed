import PlayheadBasics

/// A time of the engine's clock: nanoseconds since an arbitrary start; never decreases.
public struct HostTime: Sendable, Hashable, Comparable {
  /// Nanoseconds since the start.
  public var nanoseconds: Int64
  /// Creates a host time.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  /// The start.
  public static let zero = HostTime(nanoseconds: 0)

  /// Whether `a` is before `b`.
  public static func < (a: HostTime, b: HostTime) -> Bool { a.nanoseconds < b.nanoseconds }
  /// Adds `duration`; saturates at the ends of the range instead of overflowing.
  public static func + (time: HostTime, duration: HostDuration) -> HostTime {
    let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.nanoseconds)
    return HostTime(nanoseconds: overflow ? (duration.nanoseconds > 0 ? .max : .min) : sum)
  }
  /// Subtracts `duration`; saturates at the ends of the range instead of overflowing.
  public static func - (time: HostTime, duration: HostDuration) -> HostTime {
    time + HostDuration(nanoseconds: duration.nanoseconds == .min ? .max : -duration.nanoseconds)
  }
  /// The difference of two times; saturates at the ends of the range instead of overflowing.
  public static func - (a: HostTime, b: HostTime) -> HostDuration {
    let (difference, overflow) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
    return HostDuration(nanoseconds: overflow ? (a > b ? .max : .min) : difference)
  }
}

/// A duration on the engine's clock.
public struct HostDuration: Sendable, Hashable, Comparable {
  /// The duration in nanoseconds.
  public var nanoseconds: Int64
  /// Creates a duration.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  /// The empty duration.
  public static let zero = HostDuration(nanoseconds: 0)
  /// Returns a duration of `value` milliseconds; saturates instead of overflowing.
  public static func milliseconds(_ value: Int64) -> HostDuration {
    HostDuration(nanoseconds: value.multipliedSaturated(by: 1_000_000))
  }
  /// Returns a duration of `value` seconds; saturates instead of overflowing.
  public static func seconds(_ value: Double) -> HostDuration {
    HostDuration(nanoseconds: Int64(saturating: value * 1e9))
  }
  /// Whether `a` is shorter than `b`.
  public static func < (a: HostDuration, b: HostDuration) -> Bool { a.nanoseconds < b.nanoseconds }
  /// The duration in seconds.
  public var seconds: Double { Double(nanoseconds) / 1e9 }
}
