import CoreMedia
import Testing

@testable import AVKit

@Suite("Coalescing of seeks")
struct SeekCoalescerTests {
  /// A target of no seek.
  private let none = SeekCoalescer.Request(time: .invalid, precision: .near)
  private func time(_ seconds: Int64) -> CMTime { CMTime(value: seconds, timescale: 1) }

  @Test("One seek at a time, the next to the newest target")
  func oneSeekAtATime() {
    var chase = SeekCoalescer()
    let first = chase.aim(at: time(1), .near) ?? none
    #expect(first == .init(time: time(1), precision: .near) && !first.isExact)
    #expect(chase.aim(at: time(2), .near) == nil)
    #expect(chase.aim(at: time(3), .exact) == nil)
    #expect(chase.target == time(3))
    let second = chase.completed(first) ?? none
    #expect(second == .init(time: time(3), precision: .exact) && second.isExact)
    #expect(chase.completed(second) == nil)
    #expect(chase.target == nil)
  }

  @Test("A finished target is not sought again, unless it has to be exact")
  func same() {
    var chase = SeekCoalescer()
    let first = chase.aim(at: time(1), .near) ?? none
    _ = chase.aim(at: time(1), .near)
    #expect(chase.completed(first) == nil)
    let second = chase.aim(at: time(1), .near) ?? none
    #expect(second != none)
    _ = chase.aim(at: time(1), .exact)
    #expect(chase.completed(second) == .init(time: time(1), precision: .exact))
  }

  @Test("A provisional exact seek is superseded at once, and its completion is ignored")
  func provisionalSeek() {
    var chase = SeekCoalescer()
    let first = chase.aim(at: time(1), .exactMeanwhile) ?? none
    let second = chase.aim(at: time(2), .exactMeanwhile) ?? none
    let last = chase.aim(at: time(3), .exact) ?? none
    #expect(first.isExact && last.isExact)
    #expect(chase.completed(first) == nil)
    #expect(chase.completed(second) == nil)
    #expect(chase.target == time(3))
    #expect(chase.completed(last) == nil)
    #expect(chase.target == nil)
  }

  @Test("A coarse result is refined if no newer target exists")
  func refining() {
    var chase = SeekCoalescer()
    let first = chase.aim(at: time(1), .nearFirst) ?? none
    #expect(!first.isExact)
    #expect(chase.aim(at: time(2), .nearFirst) == nil)
    let second = chase.completed(first) ?? none
    #expect(second == .init(time: time(2), precision: .nearFirst))
    let third = chase.completed(second) ?? none
    #expect(third == .init(time: time(2), precision: .exactMeanwhile))
    #expect(chase.completed(third) == nil)
    #expect(chase.target == nil)
  }
}
