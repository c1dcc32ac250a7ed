import CoreMedia
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

@Suite struct DecodeScrubControllerTests {
  private let cache = DecodedFrameCache(limit: 1 << 20)
  private let scrub: DecodeScrubController

  init() { scrub = DecodeScrubController(cache: cache, pool: DecoderPool(limit: 1 << 20)) }

  /// An exact paused seek. `window`: the time before its target whose frames are cached, in ticks.
  private static func start(
    _ kind: PipelineStart.Kind = .showFrame(), target: Int64 = 400, window: Int64? = nil
  ) -> PipelineStart {
    var start = PipelineStart(epoch: 3, generation: 1, target: ticks(target), kind: kind)
    start.reuse.retention = window.map { FrameRetentionWindow(short: ticks($0), long: ticks($0)) }
    return start
  }

  /// Sends the packets and decodes the frames at these times, 20 ticks apart, without reordering.
  private func decode(_ numbers: Range<Int64>, of start: PipelineStart) {
    for number in numbers {
      let time = ticks(number * 20)
      cache.record(.init(presentation: time, decode: time))
      scrub.noteSent(.init(presentation: time, decode: time), isSkippable: false)
      scrub.noteDecoded(.made(at: time), of: start, isSeeking: true, target: start.target)
    }
  }

  @Test func cachesDecodeOnlyFramesOfStartWithRetention() {
    let start = Self.start(window: 100)
    scrub.begin(start)
    decode(0..<10, of: start)
    #expect(cache.frame(at: ticks(65))?.presentationTime == ticks(60))
  }

  @Test func cachesNothingWithoutRetention() {
    let start = Self.start()
    scrub.begin(start)
    decode(0..<10, of: start)
    #expect(cache.frame(near: ticks(65)) == nil)
  }

  /// Their references are missing.
  @Test func doesNotCacheFramesBeforeSyncSample() {
    let start = Self.start(window: 400)
    scrub.begin(start)
    scrub.noteSent(.init(presentation: ticks(100), decode: ticks(100)), isSkippable: false)
    scrub.noteDecoded(.made(at: ticks(80)), of: start, isSeeking: true, target: start.target)
    #expect(cache.frame(near: ticks(80)) == nil)
    scrub.noteDecoded(.made(at: ticks(100)), of: start, isSeeking: true, target: start.target)
    #expect(cache.frame(near: ticks(80))?.presentationTime == ticks(100))
  }

  @Test func packetsWithinRetentionWindowAreNotDispensable() {
    let start = Self.start(window: 100)
    #expect(scrub.isDispensable(ticks(280), for: start, target: ticks(400), frameTime: nil))
    #expect(!scrub.isDispensable(ticks(300), for: start, target: ticks(400), frameTime: nil))
    #expect(scrub.isDispensable(ticks(300), for: Self.start(), target: ticks(400), frameTime: nil))
  }

  @Test func retargetsToScrubPositionOfItsStart() {
    let start = Self.start()
    scrub.begin(start)
    decode(0..<5, of: start)
    let upcoming = (5..<15).map { SeekPacketFilter.Times(presentation: ticks($0 * 20), decode: ticks($0 * 20)) }
    #expect(scrub.advice(for: start) { upcoming } == .proceed, "the user is not scrubbing")
    cache.scrubPosition = .init(time: ticks(205), epoch: 2)
    #expect(scrub.advice(for: start) { upcoming } == .proceed, "the position belongs to an earlier start")
    cache.scrubPosition = .init(time: ticks(205), epoch: 3)
    #expect(scrub.advice(for: start) { upcoming } == .retarget(target: ticks(205), frameTime: ticks(200)))
    #expect(scrub.isRetargeted && !scrub.isRetargetedSeekComplete)
    #expect(!scrub.isDispensable(ticks(200), for: start, target: ticks(205), frameTime: ticks(200)))
    scrub.noteSent(upcoming[5], isSkippable: false)
    #expect(scrub.isRetargetedSeekComplete)
  }

  /// Without a placeholder the screen would show nothing new.
  @Test func abandonsPassedSeekOnlyWithPlaceholder() {
    let start = Self.start()
    scrub.begin(start)
    decode(5..<10, of: start)
    cache.scrubPosition = .init(time: ticks(60), epoch: 3)
    #expect(scrub.advice(for: start) { [] } == .proceed)
    cache.add(.made(at: ticks(80)), isNear: true)
    #expect(scrub.advice(for: start) { [] } == .passed)
  }

  @Test func speculativeStartIsNotRetargetedUntilItIsTakenOver() {
    let prefetch = Self.start(.prefetch)
    scrub.begin(prefetch)
    decode(5..<10, of: prefetch)
    cache.scrubPosition = .init(time: ticks(60), epoch: 0)
    #expect(scrub.advice(for: prefetch) { [] } == .proceed)
    let pausedSeek = Self.start(target: 60)
    scrub.adopt(pausedSeek)
    #expect(scrub.hasAdopted)
    #expect(scrub.advice(for: pausedSeek) { [] } == .passed, "its frame is before the first packet")
  }

  @Test func resumedDecoderOutputsPendingFramesFirst() {
    let frames = [100, 120, 140].map { VideoFrame.made(at: ticks($0)) }
    scrub.noteOpen(after: ticks(110), frames: [frames[0], frames[1]])
    scrub.hold(frames[2])
    let pending = scrub.takePendingFrames()
    #expect(pending.map(\.presentationTime) == [ticks(100), ticks(120), ticks(140)])
    #expect(scrub.takePendingFrames().isEmpty)
    // The start ends at 120: that frame and the next remain, each once.
    scrub.noteOpen(after: ticks(130), frames: [frames[1]])
    scrub.putBack(pending[1...])
    #expect(scrub.takePendingFrames().map(\.presentationTime) == [ticks(120), ticks(140)])
  }
}
