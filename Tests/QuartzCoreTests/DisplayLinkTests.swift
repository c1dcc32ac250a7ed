import Dispatch
import Foundation
@_spi(Playhead) import QuartzCore
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
  func rates(expected: Int, rate: Int) {
    let link = CADisplayLink { _ in }
    link.preferredFramesPerSecond = expected
    #expect(abs(link.duration - 1 / Double(rate)) < 1e-9)
    link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 120, preferred: 20)
    #expect(link.preferredFramesPerSecond == 20)
  }

  @available(*, deprecated)
  @Test("frameInterval counts display frames", arguments: [(1, 60), (2, 30), (3, 20), (60, 1), (0, 60), (100, 1)])
  func frameInterval(frames: Int, rate: Int) {
    let link = CADisplayLink { _ in }
    link.frameInterval = frames
    #expect(link.preferredFramesPerSecond == rate && link.frameInterval == min(60, max(1, frames)))
  }

  @MainActor private final class View {
    var (steps, times) = (0, 0.0)
    func step() { steps += 1 }
    func draw(_ link: CADisplayLink) { times = link.timestamp }
  }

  @Test("methods take the place of selectors")
  func methods() async {
    let view = View()
    let links = [
      CADisplayLink(target: view, selector: View.step), CADisplayLink(target: view, selector: View.draw(_:)),
    ]
    for link in links { link.add(to: .main, forMode: .common) }
    await wait { view.steps > 1 && view.times > 0 }
    #expect(view.steps > 1 && view.times > 0)
    for link in links { link.invalidate() }
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
