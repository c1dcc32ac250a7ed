import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

@Suite struct NearbySeekPlannerTests {
  private static let frameBytes = VideoFrame.made(at: .zero).byteCount
  private let cache = DecodedFrameCache(limit: 100 * frameBytes)
  private let source = ScriptedSource([])

  init() {
    source.isContiguous = true
    source.syncSamples = [.zero]
  }

  private func planner() -> NearbySeekPlanner {
    NearbySeekPlanner(frameCache: cache, decoderPool: DecoderPool(limit: 0), cacheBytes: 100 * Self.frameBytes)
  }

  private static func start(_ kind: PipelineStart.Kind, _ target: Int64) -> PipelineStart {
    PipelineStart(epoch: 1, generation: 1, target: ticks(target), kind: kind)
  }

  private static func pausedSeek(_ target: Int64) -> PipelineStart { start(.showFrame(), target) }

  private static func packet(_ time: Int64) -> Packet { .made(presentation: ticks(time), decode: ticks(time)) }

  @Test func onlyExactPausedSeeksReuseEarlierWork() {
    let exact = Self.pausedSeek(40)
    #expect(NearbySeekPlanner.canReuse(for: exact, source, video: 0))
    #expect(!NearbySeekPlanner.canReuse(for: exact, source, video: nil))
    let tolerance = SeekTolerance(before: .positiveInfinity, after: .zero)
    let tolerant = Self.start(.showFrame(tolerance: tolerance), 40)
    #expect(!NearbySeekPlanner.canReuse(for: tolerant, source, video: 0))
    let playback = Self.start(.play(), 40)
    #expect(!NearbySeekPlanner.canReuse(for: playback, source, video: 0))
    source.isContiguous = false
    #expect(!NearbySeekPlanner.canReuse(for: exact, source, video: 0))
  }

  @Test func idleReaderServesPausedSeekFromCache() {
    cache.noteDiscontinuity()
    for time in stride(from: Int64(0), to: 200, by: 20) {
      cache.record(Self.packet(time).packetTimes)
      cache.add(.made(at: ticks(time)), isNear: true)
    }
    var planner = planner()
    let busy = planner.reuse(
      for: Self.pausedSeek(45), prefetch: nil, isIdle: false, isSettled: true, source, video: 0)
    #expect(busy == nil)
    let reuse = planner.reuse(
      for: Self.pausedSeek(45), prefetch: nil, isIdle: true, isSettled: true, source, video: 0)
    guard case .cached(let plan, let frame, let clearsQueue) = reuse else {
      Issue.record("the cached frame was not used")
      return
    }
    #expect(frame.presentationTime == ticks(40))
    #expect(plan.reuse.startNumber == 1 && plan.reuse.approach == .cached)
    #expect(clearsQueue, "no decoder is to resume")
  }

  @Test func openDecoderResumesForLaterTarget() {
    var planner = planner()
    _ = planner.prepare(Self.pausedSeek(40), prefetch: nil, source, video: 0)
    for time in [Int64(0), 20, 40, 60] { planner.noteSent(Self.packet(time), isPlayback: false) }
    _ = planner.leaveOpen(at: ticks(40))
    let reuse = planner.reuse(
      for: Self.pausedSeek(100), prefetch: nil, isIdle: true, isSettled: true, source, video: 0)
    guard case .resume(let plan, let known, let isFrameKnown) = reuse else {
      Issue.record("the decoder does not resume")
      return
    }
    #expect(plan.reuse.approach == .resume && plan.reuse.leavesOpen)
    #expect(known == [ticks(0), ticks(20), ticks(40), ticks(60)])
    #expect(!isFrameKnown, "the last packet was decoded before the target")
  }

  @Test func openDecoderCannotResumeBeforeItsPosition() {
    var planner = planner()
    _ = planner.prepare(Self.pausedSeek(40), prefetch: nil, source, video: 0)
    _ = planner.leaveOpen(at: ticks(40))
    let reuse = planner.reuse(
      for: Self.pausedSeek(20), prefetch: nil, isIdle: true, isSettled: true, source, video: 0)
    #expect(reuse == nil)
  }

  @Test func packetsAfterTargetShortenTail() {
    var planner = planner()
    let whole = planner.leaveOpen(at: ticks(40))
    for time in [Int64(40), 60, 80] { planner.noteSent(Self.packet(time), isPlayback: false) }
    #expect(planner.leaveOpen(at: ticks(40)) == whole - 2)
  }

  @Test func startsAreNumbered() {
    var planner = planner()
    let numbers = [PipelineStart.Kind.showFrame(), .play(), .playBackward].map { kind in
      planner.prepare(Self.start(kind, 0), prefetch: nil, source, video: 0).0.reuse.startNumber
    }
    #expect(numbers == [1, 2, 3])
  }

  @Test func seriesOfEarlierTargetsIsBackwardScrubbing() {
    var planner = planner()
    var states: [Bool] = []
    for target in [Int64(900), 800, 700, 750] {
      _ = planner.prepare(Self.pausedSeek(target), prefetch: nil, source, video: 0)
      states.append(planner.isScrubbingBackward)
    }
    #expect(states == [false, false, true, false])
  }

  @Test func onlyLatestStartIsLast() {
    var planner = planner()
    #expect(planner.isLast(start: 0))
    _ = planner.prepare(Self.pausedSeek(40), prefetch: nil, source, video: 0)
    #expect(planner.isLast(start: 1) && !planner.isLast(start: 0))
  }

  /// The decoder has not reached the frame yet, and the range of the speculative start contains it.
  @Test func earlierPausedSeekTakesOverPrefetch() {
    var planner = planner()
    for time in stride(from: Int64(0), to: 200, by: 20) { cache.record(Self.packet(time).packetTimes) }
    var prefetch = Self.start(.prefetch, 180)
    prefetch.reuse.retention = FrameRetentionWindow(short: ticks(100), long: ticks(200))
    let reuse = planner.reuse(
      for: Self.pausedSeek(45), prefetch: prefetch, isIdle: true, isSettled: true, source, video: 0)
    guard case .adopt(let start) = reuse else {
      Issue.record("the speculative start was not taken over")
      return
    }
    #expect(start.target == ticks(45) && start.reuse.retention == prefetch.reuse.retention)
    let later = planner.reuse(
      for: Self.pausedSeek(185), prefetch: prefetch, isIdle: true, isSettled: true, source, video: 0)
    #expect(later == nil)
  }
}
