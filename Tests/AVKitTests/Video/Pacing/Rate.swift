/// A frame rate or a refresh rate as an exact fraction.
struct Rate: Sendable, CustomStringConvertible {
  let numerator: Int
  let denominator: Int

  init(_ numerator: Int, _ denominator: Int = 1) { (self.numerator, self.denominator) = (numerator, denominator) }

  /// The time of event `index` in nanoseconds, rounded down; `thousandths` of an interval are added.
  func nanoseconds(_ index: Int, thousandths: Int = 0) -> Int {
    (index * 1000 + thousandths) * denominator * 1_000_000 / numerator
  }

  /// The duration of an interval in milliseconds.
  var milliseconds: Double { 1000 * Double(denominator) / Double(numerator) }

  var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

  /// The frame rates of films, television and games.
  static let ofFrames = [
    Rate(24000, 1001), Rate(24), Rate(25), Rate(30000, 1001), Rate(30), Rate(50), Rate(60000, 1001), Rate(60),
  ]
  /// The refresh rates of displays.
  static let ofDisplays = [Rate(60), Rate(60000, 1001), Rate(75), Rate(120), Rate(144), Rate(48)]
}

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A number from `-limit` to `limit`.
  mutating func error(upTo limit: Int) -> Int { Int.random(in: -limit...limit, using: &self) }
}
