import Dispatch
import Foundation
import QuartzCore
import Testing

@Suite("Display links")
@MainActor struct DisplayLinkTests {
  /// Lets the main queue run until a condition holds.
  private func wait(until condition: () -> Bool) async {
    for _ in 0..<2000 where !condition() { try? await Task.sleep(for: .milliseconds(5)) }
  }

  @Test("it calls on the main queue, with increasing times, until paused or invalidated")
  func calls() async {
    var times: [(Double, Double)] = []
    let link = CADisplayLink { times.append(($0.timestamp, $0.targetTimestamp)) }
    #expect(link.duration == 1.0 / 60 && link.timestamp == 0)
    link.add(to: .main, forMode: .common)
    await wait { times.count >= 5 }
    #expect(times.count >= 5)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0.0 < $1.0 })
    #expect(times.allSatisfy { abs($0.1 - $0.0 - 1.0 / 60) < 1e-9 })
    link.isPaused = true
    let paused = times.count
    var passed = false
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { passed = true }
    await wait { passed }
    #expect(times.count == paused)
    link.isPaused = false
    await wait { times.count > paused }
    #expect(times.count > paused)
    link.invalidate()
    let ended = times.count
    link.add(to: .main, forMode: .common)
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { passed = false }
    await wait { !passed }
    #expect(times.count == ended)
  }

  @Test("rates divide the screen's", arguments: [(0, 60), (60, 60), (100, 60), (30, 30), (25, 30), (1, 1)])
  func rates(wanted: Int, rate: Int) {
    let link = CADisplayLink { _ in }
    link.preferredFramesPerSecond = wanted
    #expect(abs(link.duration - 1 / Double(rate)) < 1e-9)
    link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 120, preferred: 20)
    #expect(link.preferredFramesPerSecond == 20)
  }

  @Test("an unretained link is deallocated")
  func ends() {
    weak var link: CADisplayLink?
    do {
      let made = CADisplayLink { _ in }
      made.add(to: .main, forMode: .common)
      link = made
    }
    #expect(link == nil)
  }
}
