import PlayheadClock
import Testing

@testable import AVKit
@testable import PlayheadEngine

/// Frames on a simulated display whose rate is adapted with one measurement a second.
@Suite struct DisplayRateCadenceTests {
  /// The numbers of refreshes between the frames of a film, from a second on.
  ///
  /// - Parameters:
  ///   - adapts: Whether the rate is adapted.
  ///   - drift: How much faster the audio device runs than the clock of the display, in parts of a million.
  private static func steps(
    _ frameRate: Rate, on refreshRate: Rate, adapts: Bool, drift: Double, seconds: Double, from start: Double
  ) -> [Int] {
    var random = SeededGenerator(seed: 7)
    var pacer = FramePacer()
    var matcher = DisplayRateMatcher()
    let (frameInterval, refreshInterval) = (1e6 * frameRate.milliseconds, 1e6 * refreshRate.milliseconds)
    var (deadline, check, observed) = (1e9, 2e9, 0)
    var refreshes: [Int] = []
    while deadline < seconds * 1e9 {
      let now = HostTime(Int(deadline) - 40_000_000)
      // Displays report every refresh that has shown a frame; the times are wrong by up to 0.1 ms.
      let passed = Int((deadline - 40_000_000) / refreshInterval)
      if passed > observed {
        observed = passed
        pacer.observe(
          RefreshObservation(
            presented: HostTime(Int(Double(passed) * refreshInterval) + random.error(upTo: 100_000)),
            interval: .nanoseconds(Int(refreshInterval))), now: now)
      }
      if deadline >= check {
        check += 1e9
        if adapts { _ = matcher.update(pacer.timing(at: now)) }
      }
      let target = pacer.target(
        ofFrame: HostTime(Int(deadline) + random.error(upTo: 500_000)),
        in: FrameSequence(generation: 1, rate: matcher.factor), now: now)
      if deadline > start * 1e9 {
        refreshes.append(Int((Double(target.time.nanoseconds) / refreshInterval).rounded()))
      }
      deadline += frameInterval / matcher.factor / (1 + drift / 1e6)
    }
    return zip(refreshes.dropFirst(), refreshes).map { $0 - $1 }
  }

  /// The number of times at which a cadence of some frames does not repeat.
  private static func breaks(_ steps: [Int], cadence: Int) -> Int {
    zip(steps.dropFirst(cadence), steps).count { $0 != $1 }
  }

  @Test(
    "The cadence never changes once the rate is adapted",
    arguments: [
      (Rate(24000, 1001), Rate(60), 2), (Rate(60000, 1001), Rate(60), 1), (Rate(25), Rate(60000, 1001), 5),
      (Rate(60), Rate(60000, 1001), 1),
    ] as [(Rate, Rate, Int)], [-80.0, 80])
  func cadenceIsConstant(rates: (Rate, Rate, Int), drift: Double) {
    let (frameRate, refreshRate, cadence) = rates
    func breaks(adapts: Bool) -> Int {
      Self.breaks(
        Self.steps(frameRate, on: refreshRate, adapts: adapts, drift: drift, seconds: 620, from: 20), cadence: cadence)
    }
    #expect(breaks(adapts: true) == 0)
    // Ten minutes with a difference of a thousandth, less the drift: half a second, or more than thirty refreshes.
    #expect(breaks(adapts: false) > 30)
  }
}
