import PlayheadEngine

/// What a step that repeats will probably take: follows a rise at once and a fall slowly, since being early costs nothing and
/// being late is seen.
struct CostEstimate: Sendable {
  private(set) var value: HostDuration
  /// One stall does not count for more than this, or every picture after it would wait needlessly early.
  private let ceiling: HostDuration

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
    value.nanoseconds += (measured.nanoseconds - value.nanoseconds) / 16
  }
}
