import PlayheadClock

@testable import AVKit

/// A player that draws frames of a constant frame rate, and the display that shows them. Refresh `k` is at `start +
/// (k + phase) / refreshRate`, and the deadline of frame `i` at `start + i / frameRate`. Durations are in nanoseconds.
struct SimulatedDisplay {
  var frameRate: Rate
  var refreshRate: Rate
  /// The phase of the refreshes in thousandths of an interval.
  var phase = 370
  /// Whether the display refreshes when a drawing is submitted, at most with `refreshRate`.
  var isVariable = false
  /// Whether refreshes are reported. Without reports, frames are drawn for their deadlines.
  var isReported = true
  /// Of a thousand refreshes, the number that is not reported.
  var missingReports = 0
  /// The largest error of a reported refresh.
  var reportError = 100_000
  /// The largest error of a deadline.
  var deadlineError = 1_000_000
  /// The time before a refresh at which the compositor begins to compose it.
  var latency = 4_000_000
  /// Whether GTK paints, which waits until half an interval after the refresh of its previous drawing.
  var hasToolkit = false
  /// The number of drawings after which one takes a stall longer; 0: none does.
  var stallPeriod = 0
  var stall = 0
  var seconds = 60
  /// The seed of all random errors.
  var seed: UInt64 = 1

  /// Any time.
  static let start = 1_000_000_000_000

  /// The refresh at or after a time.
  func refresh(after time: Int) -> Int {
    let origin = phase * refreshRate.denominator * 1_000_000
    let elapsed = (time - Self.start) * refreshRate.numerator - origin
    let interval = refreshRate.denominator * 1_000_000_000
    return elapsed <= 0 ? 0 : (elapsed + interval - 1) / interval
  }

  /// The exact deadline of a frame.
  func deadline(of frame: Int) -> Int { Self.start + frameRate.nanoseconds(frame) }

  /// The time at which the display shows a drawing, after `previous`.
  private func presentation(ofDrawingAt submitted: Int, after previous: Int) -> Int {
    guard !isVariable else {
      return max(submitted + latency, previous + refreshRate.nanoseconds(1))
    }
    return Self.start + refreshRate.nanoseconds(refresh(after: submitted + latency), thousandths: phase)
  }

  /// Plays, and returns when the display showed each frame; nil if it did not.
  func play() -> [Int?] {
    var random = SeededGenerator(seed: seed)
    let count = seconds * frameRate.numerator / frameRate.denominator
    let interval = HostDuration.nanoseconds(refreshRate.nanoseconds(1))
    var queue = FrameQueue<Int>()
    var shown = [Int?](repeating: nil, count: count)
    var (next, drawings, now) = (0, 0, Self.start - 1_000_000_000)
    var (last, lastFrame) = (Int.min / 2, 0)
    var deadline = deadline(of: 0)
    var reports: [RefreshObservation] = []
    while next < count || !queue.isEmpty {
      // The presenter's thread prepares each frame in 4 ms.
      let delivery = next < count ? deadline - Int(queue.lead(at: HostTime(now)).nanoseconds) - 4_000_000 : .max
      let wake = queue.wakeTime.map { Int($0.nanoseconds) } ?? .max
      now = max(now, min(delivery, wake))
      guard wake < delivery else {
        queue.append(next, deadline: HostTime(deadline), in: FrameSequence(generation: 1), now: HostTime(now))
        next += 1
        deadline = self.deadline(of: next) + random.error(upTo: deadlineError)
        continue
      }
      // The main loop wakes late by up to half a millisecond.
      now += abs(random.error(upTo: 500_000))
      guard let frame = queue.take(at: HostTime(now)) else { continue }
      drawings += 1
      let isStalled = stallPeriod > 0 && drawings.isMultiple(of: stallPeriod)
      let painting = 2_000_000 + random.error(upTo: 500_000) + (isStalled ? stall : 0)
      let wait = hasToolkit ? max(0, last + refreshRate.nanoseconds(1) / 2 - now) : 0
      now += wait + painting
      queue.add(DrawingCost(total: .nanoseconds(wait + painting), painting: .nanoseconds(painting)))
      let presented = presentation(ofDrawingAt: now, after: last)
      if presented == last { shown[lastFrame] = nil }
      shown[frame] = presented
      (last, lastFrame) = (presented, frame)
      // A refresh is reported with the first drawing after it.
      for report in reports where report.presented <= HostTime(now) { queue.observe(report, now: HostTime(now)) }
      reports.removeAll { $0.presented <= HostTime(now) }
      guard isReported, Int.random(in: 0..<1000, using: &random) >= missingReports else { continue }
      reports.append(
        RefreshObservation(
          presented: HostTime(presented + random.error(upTo: reportError)), interval: interval,
          submitted: HostTime(now)))
    }
    return shown
  }
}

extension HostTime {
  /// A time in nanoseconds.
  init(_ nanoseconds: Int) { self.init(nanoseconds: Int64(nanoseconds)) }
}

extension HostDuration {
  /// A duration in nanoseconds.
  static func nanoseconds(_ nanoseconds: Int) -> HostDuration { HostDuration(nanoseconds: Int64(nanoseconds)) }
}
