import CoreMedia
import Foundation
import PlayheadNetworking
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine

/// Frames that come too late by seconds: they are left out and reported, and the item plays to its end.
@Suite struct OverloadTests {
  @Test func leavesOutLateFramesAndReportsThem() throws {
    var limits = BufferLimits()
    limits.pictureBytes = 1 << 20
    let stage = Stage(hasSound: false, limits: limits, sources: { LateSources(clock: $0) })
    let item = try stage.open("video-only.mp4")
    stage.playToEnd()
    #expect(stage.story.last == "playedToEnd")
    #expect(stage.session.currentTime() == CMTime(value: 10, timescale: 1))
    let numbers = stage.numbers.compactMap { $0 }
    #expect(numbers == numbers.sorted())
    #expect(zip(numbers, numbers.dropFirst()).contains { $1 - $0 > 20 })
    stage.close()
    let dropped = item.journal.entries.reduce(0) { sum, entry in
      if case .dropped(let count) = entry.event { sum + count } else { sum }
    }
    #expect(dropped > 60)
  }
}

/// Files whose second half comes seconds late, on a manual clock.
private struct LateSources: ByteSourceProvider {
  let clock: ManualClock
  func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
    LateSource(base: try FileByteSource(path: url.path), clock: clock)
  }
}

private final class LateSource: WrappedFile {
  let base: FileByteSource
  private let clock: ManualClock
  private let gate: any Gate
  private let state = Mutex((place: Int64(0), isLate: true))

  init(base: FileByteSource, clock: ManualClock) {
    (self.base, self.clock) = (base, clock)
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
      let end = clock.now + .seconds(8)
      while clock.now < end { gate.wait(until: end) }
    }
    let count = try base.read(into: buffer)
    state.withLock { $0.place += Int64(count) }
    return count
  }
}
