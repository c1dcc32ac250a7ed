import PlayheadClock
import Testing

@testable import AVKit

@Suite("The refresh of each frame")
struct FrameScheduleTests {
  private static let start = 3_000_000_000_000
  /// Refreshes of 60 Hz; one of them is at `start`.
  private static let grid = RefreshGrid(reference: HostTime(start), interval: 1e9 / 60)

  /// The number of the refresh that a schedule chooses.
  private static func refresh(_ schedule: inout FrameSchedule, _ deadline: Int) -> Int {
    Int(grid.position(of: schedule.refresh(for: HostTime(start + deadline), on: grid)).rounded())
  }

  @Test("A frame is shown at the refresh nearest to its deadline", arguments: [0, 100, 250, 400, 600, 750, 900])
  func nearestRefresh(phase: Int) {
    var schedule = FrameSchedule()
    // One frame in 7 refreshes, at a thousandth of an interval after or before one of them.
    let refreshes = (0..<20).map { Self.refresh(&schedule, Rate(60).nanoseconds(7 * $0, thousandths: phase)) }
    #expect(refreshes == (0..<20).map { 7 * $0 + (phase > 500 ? 1 : 0) })
  }

  @Test("A cadence does not change with deadlines around the middle between two refreshes")
  func hysteresis() {
    var (schedule, random) = (FrameSchedule(), SeededGenerator(seed: 5))
    let refreshes = (0..<1000).map { frame in
      Self.refresh(&schedule, Rate(30).nanoseconds(frame, thousandths: 250) + random.error(upTo: 1_000_000))
    }
    let steps = zip(refreshes.dropFirst(), refreshes).map { $0 - $1 }
    // Until the first frames have established a side, a step may be longer or shorter.
    #expect(steps.dropFirst(10).allSatisfy { $0 == 2 })
    // Rounding alone changes with every other frame.
    var same = SeededGenerator(seed: 5)
    let rounded = (0..<1000).map { frame in
      let deadline = Rate(30).nanoseconds(frame, thousandths: 250) + same.error(upTo: 1_000_000)
      return Int((Double(deadline) * 60 / 1e9).rounded())
    }
    #expect(zip(rounded.dropFirst(), rounded).count { $0 - $1 != 2 } > 400)
  }

  @Test("Each of 60 frames a second has a refresh of its own")
  func refreshPerFrame() {
    for thousandths in stride(from: 0, to: 1000, by: 50) {
      var (schedule, random) = (FrameSchedule(), SeededGenerator(seed: 7))
      let refreshes = (0..<500).map { frame in
        Self.refresh(&schedule, Rate(60).nanoseconds(frame, thousandths: thousandths) + random.error(upTo: 1_000_000))
      }
      #expect(Set(refreshes).count == refreshes.count)
    }
  }

  @Test("Another rate of playback has a cadence at once", arguments: [Rate(48), Rate(12), Rate(36)])
  func otherRate(rate: Rate) {
    var (schedule, random) = (FrameSchedule(), SeededGenerator(seed: 9))
    let change = Rate(24).nanoseconds(240, thousandths: 100)
    for frame in 0..<240 {
      _ = Self.refresh(&schedule, Rate(24).nanoseconds(frame, thousandths: 100) + random.error(upTo: 1_000_000))
    }
    for frame in 0..<240 {
      let exact = change + rate.nanoseconds(frame)
      let shown = Self.refresh(&schedule, exact + random.error(upTo: 1_000_000))
      let ideal = Double(exact) * 60 / 1e9
      // With the bias, which is at most 2 ms, and the jitter of the first frames.
      #expect(abs(Double(shown) - ideal) <= 0.5 + 3 * 60 / 1000, "frame \(frame)")
    }
  }

  @Test("Frames with a variable rate are shown at the refresh nearest to their deadlines")
  func variableFrameRate() {
    var (schedule, random) = (FrameSchedule(), SeededGenerator(seed: 11))
    var deadline = 0
    for _ in 0..<1000 {
      deadline += 60_000_000 + random.error(upTo: 40_000_000)
      let shown = Double(Self.refresh(&schedule, deadline))
      #expect(abs(shown - Double(deadline) * 60 / 1e9) <= 0.5 + 3 * 60 / 1000)
    }
  }

  @Test(
    "The margin fits between the positions of deadlines",
    arguments: zip(
      [2.5, 2.5025, 1, 2, 2.4, 5.76, 1.2, 4.8048, nil, .nan, .infinity, -1],
      [0.225, 0.225, 0.45, 0.45, 0.09, 0.018, 0.09, 0.09, 0, 0, 0, 0] as [Double]))
  func margin(ratio: Double?, expected: Double) {
    // 0.45 of the interval, divided by the number of frames after which the cadence repeats.
    #expect(abs(FrameSchedule.margin(ratio: ratio, interval: 1) - expected) < 1e-9)
  }
}

@Suite("Deadlines without jitter")
struct DeadlineFilterTests {
  private static let start = 7_000_000_000_000

  @Test("Jitter of a millisecond is reduced to a tenth", arguments: Rate.ofFrames)
  func removesJitter(rate: Rate) {
    var (filter, random) = (DeadlineFilter(), SeededGenerator(seed: 13))
    for frame in 0..<2000 {
      let exact = Self.start + rate.nanoseconds(frame)
      let filtered = filter.add(HostTime(exact + random.error(upTo: 1_000_000)))
      if frame >= 200 { #expect(abs((filtered - HostTime(exact)).nanoseconds) < 200_000) }
    }
  }

  @Test("Times in whole milliseconds are made exact")
  func roundedTimes() {
    var filter = DeadlineFilter()
    let rate = Rate(24000, 1001)
    for frame in 0..<1000 {
      let exact = rate.nanoseconds(frame)
      let rounded = (exact + 500_000) / 1_000_000 * 1_000_000
      let filtered = filter.add(HostTime(Self.start + rounded))
      if frame >= 100 { #expect(abs((filtered - HostTime(Self.start + exact)).nanoseconds) < 100_000) }
    }
  }

  @Test("Missing frames do not change the others")
  func missingFrames() {
    var filter = DeadlineFilter()
    for frame in (0..<500).filter({ !$0.isMultiple(of: 7) && !(200..<205).contains($0) }) {
      let exact = HostTime(Self.start + Rate(25).nanoseconds(frame))
      #expect(abs((filter.add(exact) - exact).nanoseconds) < 1000)
    }
  }

  @Test("Deadlines of a variable frame rate are not changed")
  func variableFrameRate() {
    var filter = DeadlineFilter()
    // Film with pulldown flags: two or three fields of 59.94 Hz.
    var fields = 0
    for frame in 0..<200 {
      let deadline = HostTime(Self.start + Rate(60000, 1001).nanoseconds(fields))
      fields += frame.isMultiple(of: 2) ? 2 : 3
      let filtered = filter.add(deadline)
      if frame > 4 { #expect(abs((filtered - deadline).nanoseconds) < 1_000_000) }
    }
  }

  @Test("A clock that was set is followed", arguments: [20, -20, 200, -200, 30_000, -30_000])
  func clockChange(milliseconds: Int) {
    var filter = DeadlineFilter()
    for frame in 0..<200 { _ = filter.add(HostTime(Self.start + Rate(25).nanoseconds(frame))) }
    for frame in 200..<230 {
      let deadline = HostTime(Self.start + milliseconds * 1_000_000 + Rate(25).nanoseconds(frame))
      #expect(abs((filter.add(deadline) - deadline).nanoseconds) < 1000)
    }
    // The fit has begun anew.
    var random = SeededGenerator(seed: 15)
    for frame in 230..<1000 {
      let exact = Self.start + milliseconds * 1_000_000 + Rate(25).nanoseconds(frame)
      let filtered = filter.add(HostTime(exact + random.error(upTo: 1_000_000)))
      if frame >= 400 { #expect(abs((filtered - HostTime(exact)).nanoseconds) < 200_000) }
    }
  }

  @Test("Deadlines at the ends of the range do not stop the program")
  func extremeDeadlines() {
    var filter = DeadlineFilter()
    for time in [.min, .max, 0, .max, .min, 1, 2, 3, .max, .max, 4] as [Int] { _ = filter.add(HostTime(time)) }
  }
}

@Suite("The latency of a compositor")
struct SubmissionLatencyTests {
  private static let interval = 16_000_000.0

  /// The latency after one drawing that was shown the given number of milliseconds after its submission.
  private static func latency(after milliseconds: Int) -> HostDuration {
    var latency = SubmissionLatency()
    latency.add(submitted: HostTime(0), presented: HostTime(milliseconds * 1_000_000), interval: interval)
    return latency.value
  }

  @Test("A possible latency is not changed", arguments: [4, 8, 12, 16])
  func possible(milliseconds: Int) { #expect(Self.latency(after: milliseconds) == .milliseconds(2)) }

  @Test("A latency that contradicts a drawing is corrected", arguments: zip([3, 1, 20, 30, 60], [1, 0, 6, 16, 46]))
  func contradicted(shownAfter: Int, expected: Int64) {
    // Between the measured time less an interval, and the measured time, each with a margin of 2 ms.
    #expect(Self.latency(after: shownAfter) == .milliseconds(expected))
  }

  @Test("Impossible measurements are ignored", arguments: [-1, 65, 1_000_000])
  func impossible(milliseconds: Int) { #expect(Self.latency(after: milliseconds) == .milliseconds(2)) }
}
