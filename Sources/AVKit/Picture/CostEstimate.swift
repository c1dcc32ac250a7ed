import PlayheadEngine

/// What a step that repeats will probably take: follows a rise at once and a fall slowly, since being early costs nothing and
/// being late is seen.
struct CostEstimate: Sendable {
  private(set) var value: HostDuration
  /// One stall does not count for more than this, or every picture after it would wait needlessly early.
  private let ceiling: HostDuration
  /// A lead that shrinks faster than time passes between two pictures would ask for the earlier one again.
  private static let fall: Int64 = 500_000

  init(initial: HostDuration, ceiling: HostDuration) {
    value = initial
    self.ceiling = ceiling
  }

  mutating func add(_ measured: HostDuration) {
    let measured = min(max(measured, .zero), ceiling)
    guard measured < value else {
      value = measured
      return
    }
    value.nanoseconds -= min(Self.fall, (value.nanoseconds - measured.nanoseconds) / 16)
  }
}

/// What a step usually takes: the middle of what was measured, found by small steps towards each measurement. One stall moves it
/// no more than one good moment does; being early by it is seen as well as being late.
struct UsualCost: Sendable {
  private(set) var value: HostDuration

  /// About half a second of pictures takes it from one end of what is usual to the other.
  private static let step: Int64 = 100_000

  init(initial: HostDuration) { value = initial }

  mutating func add(_ measured: HostDuration) {
    let difference = measured.nanoseconds - value.nanoseconds
    value.nanoseconds += max(-Self.step, min(Self.step, difference))
  }
}
