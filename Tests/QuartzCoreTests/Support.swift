import Foundation
import QuartzCore
import Synchronization

/// A clock for layers that a test advances. Calls are made, in order of their times, while it advances.
final class ManualLayerClock: LayerClock {
  private struct State {
    var now = 100.0
    var calls: [(time: Double, body: @Sendable () -> Void)] = []
  }
  private let state = Mutex(State())

  var now: Double { state.withLock { $0.now } }

  func call(at time: Double, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.calls.append((time, body)) }
  }

  /// Advances to a time counted from the start.
  func move(to seconds: Double) {
    let end = 100 + seconds
    while true {
      let body = state.withLock { state -> (@Sendable () -> Void)? in
        let due = state.calls.indices.filter { state.calls[$0].time <= end }
        guard let next = due.min(by: { state.calls[$0].time < state.calls[$1].time }) else { return nil }
        let call = state.calls.remove(at: next)
        state.now = max(state.now, call.time)
        return call.body
      }
      guard let body else { break }
      body()
    }
    state.withLock { $0.now = end }
  }
}

/// Runs a test on its own clock, in its own transaction.
func onManualClock<Result>(_ body: (ManualLayerClock) throws -> Result) rethrows -> Result {
  let clock = ManualLayerClock()
  return try LayerTime.$clock.withValue(clock) {
    CATransaction.begin()
    defer { CATransaction.commit() }
    return try body(clock)
  }
}

func isNear(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool { abs(a - b) <= tolerance }

func isNear(_ a: CGPoint, _ b: CGPoint) -> Bool { isNear(a.x, b.x) && isNear(a.y, b.y) }

func isNear(_ a: CGRect, _ b: CGRect) -> Bool {
  isNear(a.origin, b.origin) && isNear(a.width, b.width) && isNear(a.height, b.height)
}
