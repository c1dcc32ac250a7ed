import CoreMedia

/// Reproducible random numbers, so that a failure can be investigated (Marsaglia, "Xorshift RNGs", 2003).
public struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64
  public init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  public mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// A time in ticks of 1/600 s, the unit of tests with synthetic times.
public func ticks(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 600) }

/// A time in seconds, to the microsecond.
public func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 1_000_000) }
