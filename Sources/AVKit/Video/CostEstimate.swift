import PlayheadClock

/// A conservative estimate of a repeated step's duration: it follows an increase at once and a decrease slowly, because
/// being early costs nothing and being late is visible.
struct CostEstimate: Sendable {
  /// The current estimate.
  private(set) var value: HostDuration
  /// The largest duration that is counted: a single stall must not make every later frame early.
  private let ceiling: HostDuration
  /// The largest decrease per measurement in nanoseconds. A lead that shrinks faster than the frame interval would
  /// request the earlier frame again.
  private static let fall: Int64 = 500_000

  /// Creates an estimate for a step that has not been measured yet.
  init(initial: HostDuration, ceiling: HostDuration) {
    value = initial
    self.ceiling = ceiling
  }

  /// Adds a measurement, limited to 0…`ceiling`.
  mutating func add(_ measured: HostDuration) {
    let measured = min(max(measured, .zero), ceiling)
    guard measured < value else {
      value = measured
      return
    }
    value.nanoseconds -= min(Self.fall, (value.nanoseconds - measured.nanoseconds) / 16)
  }
}

/// An estimate of a step's typical duration: the median of the measurements, approached in small steps. A single stall
/// moves it no more than any other measurement; being early by it is as visible as being late.
struct TypicalCost: Sendable {
  /// The current estimate.
  private(set) var value: HostDuration

  /// About half a second of frames moves the estimate across the typical range.
  private static let step: Int64 = 100_000

  /// Creates an estimate for a step that has not been measured yet.
  init(initial: HostDuration) { value = initial }

  /// Adds a measurement, which moves the estimate by at most `step`.
  mutating func add(_ measured: HostDuration) {
    let difference = measured.nanoseconds - value.nanoseconds
    value.nanoseconds += max(-Self.step, min(Self.step, difference))
  }
}
