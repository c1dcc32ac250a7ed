import CoreMedia
import Dispatch
import PlayheadMedia
import Synchronization
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadItems
@testable import PlayheadPipeline

@Suite struct VideoTimelineTests {
  private let clock = MediaClock()
  private let timeline: VideoTimeline
  private static let frameBytes = VideoFrame.made(at: .zero).byteCount

  /// Capacity for five frames, or for seven when playing backward.
  init() { timeline = VideoTimeline(clock: clock, limits: Self.limits(5, backward: 7)) }

  private static func limits(_ forward: Int, backward: Int) -> BufferLimits {
    var limits = BufferLimits()
    limits.frameBytes = forward * frameBytes
    limits.reverseFrameBytes = backward * frameBytes
    return limits
  }

  /// A host time; the media clock passes `media` there.
  private func run(through media: CMTime, at host: HostTime = .zero, rate: Double = 1) {
    clock.run(through: media.nanoseconds, at: host, rate: rate)
  }

  private func fill(_ times: [Int64], epoch: Int = 1) {
    timeline.begin(epoch: epoch, generation: epoch)
    for time in times { #expect(timeline.insert(.made(at: ticks(time)), epoch: epoch)) }
    timeline.place(epoch: epoch)
  }

  /// A seek has begun but the clock is still at, or runs from, its old position, which does not apply to the new
  /// frames.
  @Test func showsFirstNewFrameUntilClockIsSet() {
    fill([0, 20])
    clock.stop(at: ticks(20))
    timeline.begin(epoch: 2, generation: 2)
    for time in [0, 10, 20] { #expect(timeline.insert(.made(at: ticks(Int64(time))), epoch: 2)) }
    #expect(next(.init(generation: 1, time: ticks(20)), at: .zero).0 == ticks(0))
    timeline.place(epoch: 2)
    #expect(next(.init(generation: 2, time: ticks(0)), at: .zero).0 == ticks(20))
  }

  /// Back and forth with concurrent viewers: a viewer with the old clock position must not drop the frame of the seek
  /// result.
  @Test func concurrentViewersDoNotDropSeekResult() {
    final class Flag: Sendable { let isUp = Atomic(false) }
    let (timeline, end) = (timeline, Flag())
    let viewers = DispatchGroup()
    for _ in 0..<2 {
      DispatchQueue.global().async(group: viewers) {
        while !end.isUp.load(ordering: .relaxed) {
          _ = timeline.next(after: nil, now: .zero, lead: .zero)
          _ = timeline.freeCapacity(at: .zero)
        }
      }
    }
    let frames = [0, 20, 100, 120].map { VideoFrame.made(at: ticks($0)) }
    var lost = 0
    for epoch in 1...100_000 {
      let index = epoch % 2 * 2
      timeline.begin(epoch: epoch, generation: epoch)
      for presented in frames[index...(index + 1)] { _ = timeline.insert(presented, epoch: epoch) }
      clock.stop(at: frames[index].presentationTime)
      timeline.place(epoch: epoch)
      lost += timeline.frame(at: frames[index].presentationTime) === frames[index] ? 0 : 1
    }
    end.isUp.store(true, ordering: .relaxed)
    viewers.wait()
    #expect(lost == 0)
  }

  private func next(
    _ shown: VideoTimeline.FrameIdentity?, at host: HostTime, lead: HostDuration = .zero
  ) -> (CMTime?, HostTime?) {
    switch timeline.next(after: shown, now: host, lead: lead) {
    case .frame(let presented): (presented.frame.presentationTime, presented.deadline)
    case .wait(let until): (nil, until)
    }
  }

  private static func host(_ tick: Int64) -> HostTime { HostTime(nanoseconds: ticks(tick).nanoseconds) }

  @Test func framesAreOrderedByTime() {
    fill([40, 0, 20, 60])
    #expect(timeline.frame(at: ticks(0))?.presentationTime == ticks(0))
    #expect(timeline.frame(at: ticks(39))?.presentationTime == ticks(20))
    #expect(timeline.frame(at: ticks(1000))?.presentationTime == ticks(60))
    #expect(timeline.frame(at: ticks(-5))?.presentationTime == ticks(0))
    #expect(timeline.frame(1, after: ticks(20))?.presentationTime == ticks(40))
    #expect(timeline.frame(2, after: ticks(45)) == nil)
    #expect(timeline.count(epoch: 1) == 4)
  }

  @Test func stoppedClockShowsCoveringFrame() {
    fill([0, 20, 40])
    clock.stop(at: ticks(30))
    #expect(next(nil, at: Self.host(500)) == (ticks(20), Self.host(500)))
    #expect(next(.init(generation: 1, time: ticks(20)), at: Self.host(500)) == (nil, nil))
  }

  @Test func stoppedClockShowsFirstFrameEvenIfLater() {
    fill([40, 60])
    clock.stop(at: .zero)
    #expect(next(nil, at: .zero).0 == ticks(40))
  }

  @Test func runningClockWaitsForEachFrame() {
    fill([0, 20, 40])
    run(through: .zero)
    #expect(next(nil, at: Self.host(0)) == (ticks(0), Self.host(0)))
    let (none, moment) = next(.init(generation: 1, time: ticks(0)), at: Self.host(1))
    #expect(none == nil && moment == HostTime(nanoseconds: ticks(20).nanoseconds))
    #expect(next(.init(generation: 1, time: ticks(0)), at: moment ?? .zero).0 == ticks(20))
  }

  /// A late viewer gets the newest due frame, with its due time.
  @Test func dropsOverdueFrames() {
    fill([0, 20, 40, 60])
    run(through: .zero)
    #expect(next(.init(generation: 1, time: ticks(0)), at: Self.host(50)) == (ticks(40), Self.host(40)))
    #expect(timeline.count(epoch: 1) == 2)
  }

  @Test func sinkMayRequestLeadTime() {
    fill([0, 60, 120])
    run(through: .zero)
    let lead = HostDuration.milliseconds(25)
    let shown = VideoTimeline.FrameIdentity(generation: 1, time: ticks(0))
    #expect(next(shown, at: Self.host(45), lead: lead) == (ticks(60), Self.host(60)))
    #expect(next(shown, at: Self.host(42), lead: lead) == (nil, Self.host(45)))
  }

  /// It looked 15 ticks ahead and now looks 5 ahead: a frame already presented is not due any more.
  @Test func shorterLeadShowsNoFrameTwice() {
    fill([0, 20, 40])
    run(through: ticks(0))
    #expect(
      next(.init(generation: 1, time: ticks(0)), at: Self.host(6), lead: .init(nanoseconds: ticks(15).nanoseconds)).0
        == ticks(20))
    let shown = VideoTimeline.FrameIdentity(generation: 1, time: ticks(20))
    #expect(next(shown, at: Self.host(7), lead: .init(nanoseconds: ticks(5).nanoseconds)).0 == nil)
    #expect(next(shown, at: Self.host(35), lead: .init(nanoseconds: ticks(5).nanoseconds)).0 == ticks(40))
  }

  @Test(arguments: [0.5, 2]) func deadlinesFollowRate(rate: Double) {
    fill([0, 600])
    run(through: .zero, at: .zero, rate: rate)
    #expect(next(.init(generation: 1, time: .zero), at: .zero).1 == HostTime(nanoseconds: Int64(1e9 / rate)))
  }

  @Test func frameIsRepeatedOnlyInNewGeneration() {
    fill([0, 20])
    clock.stop(at: .zero)
    #expect(next(.init(generation: 1, time: .zero), at: .zero).0 == nil)
    fill([0, 20], epoch: 2)
    #expect(next(.init(generation: 1, time: .zero), at: .zero).0 == .zero)
  }

  @Test func retainsOldFramesUntilFirstNewOne() {
    fill([0, 20])
    timeline.begin(epoch: 2, generation: 2)
    #expect(timeline.count(epoch: 2) == 0)
    #expect(timeline.frame(at: .zero)?.presentationTime == .zero)
    #expect(timeline.frame(1, after: .zero) == nil)
    #expect(!timeline.insert(.made(at: ticks(40)), epoch: 1))
    #expect(timeline.insert(.made(at: ticks(600)), epoch: 2))
    #expect(timeline.frame(at: .zero)?.presentationTime == ticks(600))
    #expect(timeline.count(epoch: 2) == 1)
  }

  @Test func fullTimelineReportsWhenCapacityFrees() {
    fill([0, 20, 40, 60, 80])
    clock.stop(at: .zero)
    let standing = timeline.freeCapacity(at: .zero)
    #expect(!standing.hasCapacity && standing.at == nil)
    run(through: .zero)
    let running = timeline.freeCapacity(at: .zero)
    #expect(!running.hasCapacity && running.at == Self.host(60))
    #expect(timeline.freeCapacity(at: Self.host(60)).hasCapacity)
    #expect(timeline.count(epoch: 1) == 2)
  }

  /// However large frames are: one to show, the one after it, and one being decoded.
  @Test func alwaysHasCapacityForThreeFrames() {
    let small = VideoTimeline(clock: clock, limits: Self.limits(0, backward: 0))
    clock.stop(at: .zero)
    small.begin(epoch: 1, generation: 1)
    for time in 0..<4 {
      #expect(small.freeCapacity(at: .zero).hasCapacity)
      _ = small.insert(.made(at: ticks(Int64(time * 20))), epoch: 1)
    }
    #expect(!small.freeCapacity(at: .zero).hasCapacity)
  }

  /// In reverse playback a frame is shown from its end to its beginning, and later frames are past.
  @Test func backwardShowsPreviousFrameNext() {
    timeline.begin(epoch: 1, generation: 1, isReverse: true)
    for time in [60, 40, 20, 0] { #expect(timeline.insert(.made(at: ticks(Int64(time))), epoch: 1)) }
    timeline.place(epoch: 1)
    run(through: ticks(75), at: .zero, rate: -1)
    #expect(next(nil, at: .zero).0 == ticks(60))
    let (none, moment) = next(.init(generation: 1, time: ticks(60)), at: .zero)
    // 15 ticks until the frame's beginning is reached, and a nanosecond until the previous one is due.
    #expect(none == nil && moment == HostTime(nanoseconds: 25_000_001))
    #expect(next(.init(generation: 1, time: ticks(60)), at: moment ?? .zero).0 == ticks(40))
    #expect(timeline.count(epoch: 1) == 3)
  }

  @Test func framesAndEndWakeViewers() {
    let gate = CountingGate()
    timeline.addWaiter(gate)
    fill([0, 20])
    #expect(gate.openings == 2)
    #expect(!timeline.insert(.made(at: .zero), epoch: 7))
    #expect(gate.openings == 2)
    timeline.end(epoch: 1)
    #expect(gate.openings == 3)
    timeline.removeWaiter(gate)
    timeline.wakeWaiters()
    #expect(gate.openings == 3)
  }

  /// A viewer that is always on time sees every frame once, in order, whatever the durations.
  @Test func everyFrameIsShownOnce() {
    var numbers = SeededNumbers(9)
    var times: [Int64] = [0]
    for _ in 0..<300 { times.append(times[times.count - 1] + .random(in: 1...60, using: &numbers)) }
    let large = VideoTimeline(clock: clock, limits: Self.limits(1000, backward: 0))
    large.begin(epoch: 1, generation: 1)
    large.place(epoch: 1)
    for time in times { _ = large.insert(.made(at: ticks(time)), epoch: 1) }
    run(through: .zero, at: .zero, rate: 1.5)
    var shown: VideoTimeline.FrameIdentity?
    var seen: [CMTime] = []
    var now = HostTime.zero
    while true {
      switch large.next(after: shown, now: now, lead: .zero) {
      case .frame(let presented):
        seen.append(presented.frame.presentationTime)
        shown = .init(generation: 1, time: presented.frame.presentationTime)
        #expect(presented.deadline == now || seen.count == 1)
        continue
      case .wait(let until?): now = until
      case .wait(nil):
        #expect(seen == times.map(ticks))
        return
      }
    }
  }

  /// A frame in a device, of which nothing is known but its time.
  private final class SomeDeviceFrame: DeviceFrame {
    let image = SharedImage(planes: [], modifier: nil)

    func copy() -> FrameMemory {
      FrameMemory(
        storage: UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1),
        planes: FramePlanes(addresses: (nil, nil, nil, nil), strides: (0, 0, 0, 0)), release: { $0.deallocate() })
    }
  }

  private static func frameInDevice(at time: CMTime) -> VideoFrame {
    VideoFrame(
      presentationTime: time, duration: ticks(1), width: 2, height: 2, pixelFormat: .nv12, pixelAspect: .square,
      transform: .identity, color: .unspecified, isKey: true, samples: .device(DeviceFrameMemory(SomeDeviceFrame())))
  }

  @Test("the frames of a device fill a timeline of any size, until they are copied")
  func framesOfDeviceFillTimeline() {
    let timeline = VideoTimeline(clock: clock, limits: BufferLimits())
    timeline.begin(epoch: 1, generation: 1)
    let frames = (0...Int64(DeviceFrameLimit.ahead)).map { Self.frameInDevice(at: ticks($0)) }
    for (index, frame) in frames.enumerated() {
      #expect(timeline.freeCapacity(at: .zero).hasCapacity, "\(index)")
      #expect(timeline.insert(frame, epoch: 1))
    }
    timeline.place(epoch: 1)
    #expect(!timeline.freeCapacity(at: .zero).hasCapacity)
    frames[2].leaveDevice()
    #expect(timeline.freeCapacity(at: .zero).hasCapacity)
  }
}
