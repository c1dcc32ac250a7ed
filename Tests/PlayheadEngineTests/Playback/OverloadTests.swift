import CoreMedia
import Foundation
import PlayheadNetworking
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems
@testable import PlayheadPipeline

/// Frames that are seconds late: they are dropped and reported, and the item plays to its end.
@Suite struct OverloadTests {
  /// The file has 300 numbered frames, 30 a second, and a keyframe every 30.
  @Test(arguments: [6, 8]) func dropsLateFramesAndReportsThem(secondsLate: Int) throws {
    var limits = BufferLimits()
    limits.frameBytes = 1 << 20
    let stage = Stage(hasAudio: false, limits: limits, sources: { LateSources(clock: $0, seconds: secondsLate) })
    let item = try stage.open("video-only.mp4")
    stage.playToEnd()
    #expect(stage.eventLog.last == "playedToEnd")
    #expect(!stage.eventLog.contains("stalled"))
    #expect(stage.session.currentTime() == CMTime(value: 10, timescale: 1))
    let numbers = stage.numbers.compactMap { $0 }
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    let start = try #require(stage.shown.first)
    let lags = stage.shown.map { ($0.hostTime - start.hostTime).seconds - ($0.time - start.time).seconds }
    try #require(lags.count == numbers.count)
    // Each gap ends with a keyframe, or with a frame that is on time, depending on how far the reader is ahead of the
    // decoder.
    let gaps = numbers.indices.dropFirst().filter { numbers[$0] - numbers[$0 - 1] > 20 }
    let last = try #require(gaps.last)
    #expect(
      gaps.allSatisfy { numbers[$0] % 30 == 0 || lags[$0] <= OverloadPolicy.lateness }, "\(numbers), lags \(lags)")
    // After six seconds the rest of the file is on time; after eight there is no such rest.
    #expect(lags.dropFirst(last + 1).allSatisfy { $0 < OverloadPolicy.keyframeLag }, "up to \(lags.max() ?? 0) s late")
    // Frame 280 is due when the data arrives; the three frames of the permitted lateness may be dropped while catching
    // up.
    if secondsLate == 6 { #expect(numbers.suffix(17) == Array(283..<300)[...]) }
    stage.close()
    let dropped = item.journal.entries.reduce(0) { sum, entry in
      if case .dropped(let count) = entry.event { sum + count } else { sum }
    }
    #expect(dropped == 300 - numbers.count)
  }
}

/// Files whose second half comes seconds late, on a manual clock.
private struct LateSources: ByteSourceProvider {
  let clock: ManualClock
  let seconds: Int
  func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
    LateSource(base: try FileByteSource(path: url.path), clock: clock, seconds: seconds)
  }
}

private final class LateSource: WrappedFile {
  let base: FileByteSource
  private let clock: ManualClock
  private let gate: any Gate
  private let state = Mutex((place: Int64(0), isLate: true))

  private let seconds: Int

  init(base: FileByteSource, clock: ManualClock, seconds: Int) {
    (self.base, self.clock, self.seconds) = (base, clock, seconds)
    gate = clock.makeGate("disk")
  }

  func seek(to offset: Int64) throws(ByteSourceError) {
    state.withLock { $0.place = offset }
    try base.seek(to: offset)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let half = (base.size ?? 0) / 2
    let waits = state.withLock { state in
      defer { if state.place >= half { state.isLate = false } }
      return state.place >= half && state.isLate
    }
    if waits {
      let end = clock.now + .seconds(Double(seconds))
      while clock.now < end { gate.wait(until: end) }
    }
    let count = try base.read(into: buffer)
    state.withLock { $0.place += Int64(count) }
    return count
  }
}
