import PlayheadBasics

/// A moment on the engine's clock: nanoseconds since an arbitrary start that never steps back.
public struct HostTime: Sendable, Hashable, Comparable {
  public var nanoseconds: Int64
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  public static let zero = HostTime(nanoseconds: 0)

  public static func < (a: HostTime, b: HostTime) -> Bool { a.nanoseconds < b.nanoseconds }
  /// Later by `duration`; stays at the ends of the range instead of overflowing.
  public static func + (time: HostTime, duration: HostDuration) -> HostTime {
    let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.nanoseconds)
    return HostTime(nanoseconds: overflow ? (duration.nanoseconds > 0 ? .max : .min) : sum)
  }
  public static func - (time: HostTime, duration: HostDuration) -> HostTime {
    time + HostDuration(nanoseconds: duration.nanoseconds == .min ? .max : -duration.nanoseconds)
  }
  public static func - (a: HostTime, b: HostTime) -> HostDuration {
    let (difference, overflow) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
    return HostDuration(nanoseconds: overflow ? (a > b ? .max : .min) : difference)
  }
}

/// A length of time on the engine's clock.
public struct HostDuration: Sendable, Hashable, Comparable {
  public var nanoseconds: Int64
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  public static let zero = HostDuration(nanoseconds: 0)
  public static func milliseconds(_ value: Int64) -> HostDuration {
    HostDuration(nanoseconds: value.multipliedSaturated(by: 1_000_000))
  }
  public static func seconds(_ value: Double) -> HostDuration {
    HostDuration(nanoseconds: Int64(saturating: value * 1e9))
  }
  public static func < (a: HostDuration, b: HostDuration) -> Bool { a.nanoseconds < b.nanoseconds }
  public var seconds: Double { Double(nanoseconds) / 1e9 }
}
