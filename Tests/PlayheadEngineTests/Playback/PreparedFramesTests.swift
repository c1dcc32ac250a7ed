import CoreMedia
import Foundation
import PlayheadNetworking
import Synchronization
import TestSupport
import Testing

@testable import PlayheadItems

/// The frames needed next when scrubbing backward are prefetched, speculatively.
@Suite(.serialized) struct PreparedFramesTests {
  private static func middle(of number: Int) -> CMTime {
    CMTime(value: Int64(number), timescale: 30) + CMTime(value: 1, timescale: 60)
  }

  /// Seeks to targets in turn, and to others after the file has become unreadable.
  private static func look(
    at before: [Int], then after: [Int], in name: String
  ) throws -> (seen: [Int?], error: MediaError?) {
    let isBroken = Atomic<Bool>.Shared()
    let stage = Stage(hasAudio: false, sources: { _ in BreakingSources(isBroken: isBroken) })
    let item = try stage.open(name)
    stage.advanceUntilIdle()
    let start = try #require(stage.shown.first).time
    let seen = (before + after).enumerated().map { index, number in
      if index == before.count { isBroken.value.store(true, ordering: .releasing) }
      stage.seek(start + middle(of: number))
      stage.settle()
      return stage.shown.last?.number
    }
    return (seen, item.snapshot.error)
  }

  /// A single paused seek caches the eight frames before it.
  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "vp9.webm"])
  func preparesFramesBeforePausedSeek(name: String) throws {
    let (before, after) = ([140, 137, 134], [131, 120, 110, 100])
    let (seen, error) = try Self.look(at: before, then: after, in: name)
    #expect(seen == before + after)
    // The speculative read failed: the failure is not reported.
    #expect(error == nil)
  }

  /// Scrubbing to the start of a GOP finds the end of the previous one.
  @Test(arguments: ["hevc.mp4", "vp9.webm"])
  func preparesPreviousGOP(name: String) throws {
    let (before, after) = ([130, 127, 124], [122, 119, 118, 110, 95])
    let (seen, error) = try Self.look(at: before, then: after, in: name)
    #expect(seen == before + after)
    #expect(error == nil)
  }

  @Test func reportsReadErrorOfRequestedFrame() throws {
    let (_, error) = try Self.look(at: [140, 137, 134], then: [290], in: "h264-long-gop.mp4")
    #expect(error != nil)
  }

  /// The same frames as with waiting between seeks: whatever was in progress, and however far.
  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "hevc.mp4", "vp9.webm"], 1...4)
  func interruptedPreparationShowsSameFrames(name: String, round: Int) throws {
    let stage = try Stage(name, hasAudio: false)
    let start = try #require(stage.shown.first).time
    // A linear congruential generator (Numerical Recipes): the same numbers in every run.
    var state = UInt32(round)
    func drawn(_ limit: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 8) % limit
    }
    var place = 299
    for iteration in 0..<70 {
      place = max(0, min(299, place - drawn(14) + (drawn(9) == 0 ? 40 : 0)))
      stage.seek(start + Self.middle(of: place))
      // Gives the other threads time to run.
      for _ in 0..<drawn(60) * 200 { sched_yield() }
      guard iteration % 8 == 7 else { continue }
      stage.settle()
      #expect(stage.shown.last?.number == place)
      if place == 0 { place = 299 }
    }
    stage.settle()
    #expect(stage.answers.last?.finished == true)
  }
}

extension Atomic where Value == Bool {
  /// A box that closures can share.
  final class Shared: Sendable {
    let value = Atomic<Bool>(false)
  }
}

/// Files that become unreadable at some time.
private struct BreakingSources: ByteSourceProvider {
  let isBroken: Atomic<Bool>.Shared

  func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
    BreakingSource(base: try FileByteSource(path: url.path), isBroken: isBroken)
  }
}

private final class BreakingSource: WrappedFile {
  let base: FileByteSource
  private let isBroken: Atomic<Bool>.Shared

  init(base: FileByteSource, isBroken: Atomic<Bool>.Shared) { (self.base, self.isBroken) = (base, isBroken) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard !isBroken.value.load(ordering: .acquiring) else { throw .system(code: EIO, path: "") }
    return try base.read(into: buffer)
  }
}
