import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PlayheadAudio

@Suite struct AudioRingTests {
  private static let stereo = AudioFormat(sampleRate: 1000, channelCount: 2)

  @discardableResult
  static func write(_ ring: AudioRing, _ samples: [Float], epoch: Int = 0) -> Int? {
    guard case .frames(let count) = samples.withUnsafeBufferPointer({ ring.write($0, epoch: epoch) }) else {
      return nil
    }
    return count
  }

  static func read(_ ring: AudioRing, _ count: Int) -> [Float] {
    var samples = [Float](repeating: -1, count: count * ring.format.channelCount)
    let taken = samples.withUnsafeMutableBufferPointer { ring.read(into: $0.baseAddress!, count: count) }
    return Array(samples.prefix(taken * ring.format.channelCount))
  }

  @Test func holdsAtLeastOneBlock() {
    #expect(AudioRing(format: AudioFormat(sampleRate: 8000, channelCount: 1), seconds: 0.01).capacity == 1024)
    #expect(AudioRing(format: AudioFormat(sampleRate: 48_000, channelCount: 2), seconds: 0.25).capacity == 12_000)
  }

  /// Random writes and reads: every sample is read once, in order, however the ring wraps.
  @Test func readsSamplesInOrder() {
    var numbers = SeededNumbers(8)
    let ring = AudioRing(format: Self.stereo, seconds: 1.5)
    var next: Float = 0
    var expected: Float = 0
    for _ in 0..<20_000 {
      if Bool.random(using: &numbers) {
        let count = Int.random(in: 0...900, using: &numbers)
        let samples = (0..<count * 2).map { next + Float($0) }
        let free = ring.capacity - ring.fill
        let taken = Self.write(ring, samples)!
        #expect(taken == min(count, free))
        next = (next + Float(taken * 2)).truncatingRemainder(dividingBy: 1_000_000)
        if next != 0, next + 2000 > 1_000_000 {
          // Floats are exact only up to a limit: restart with an empty ring.
          while ring.fill > 0 { _ = Self.read(ring, 1024) }
          next = 0
          expected = 0
        }
      } else {
        let samples = Self.read(ring, Int.random(in: 0...900, using: &numbers))
        #expect(samples == samples.indices.map { expected + Float($0) })
        expected += Float(samples.count)
      }
    }
  }

  @Test func rejectsWritesOfOtherEpochs() {
    let ring = AudioRing(format: Self.stereo, seconds: 1)
    #expect(Self.write(ring, [1, 1, 2, 2]) == 2)
    ring.reset(epoch: 5)
    #expect(ring.fill == 0)
    #expect(Self.write(ring, [3, 3], epoch: 4) == nil)
    #expect(Self.write(ring, [4, 4], epoch: 5) == 1)
    #expect(Self.read(ring, 10) == [4, 4])
  }

  @Test func switchesToNextEpoch() {
    let ring = AudioRing(format: Self.stereo, seconds: 1)
    ring.reset(epoch: 3)
    #expect(
      ring.writeState(of: 3) == .frames(0) && ring.writeState(of: 4) == .early && ring.writeState(of: 2) == .stale)
    Self.write(ring, [1, 1, 2, 2], epoch: 3)
    ring.markEnd(epoch: 3)
    #expect(Self.write(ring, [9, 9], epoch: 4) == nil)
    ring.switchEpoch(to: 4)
    #expect(ring.endPosition == nil)
    #expect(Self.write(ring, [9, 9], epoch: 3) == nil)
    #expect(Self.write(ring, [3, 3], epoch: 4) == 1)
    #expect(Self.read(ring, 10) == [1, 1, 2, 2, 3, 3])
  }

  @Test func positionsContinueAcrossResets() {
    let ring = AudioRing(format: Self.stereo, seconds: 1)
    Self.write(ring, [Float](repeating: 0, count: 200))
    #expect(ring.position == 0 && ring.written == 100)
    ring.reset(epoch: 1)
    #expect(ring.position == 100 && ring.written == 100)
  }

  @Test func anchorsMapPositionsToMediaTime() {
    let ring = AudioRing(format: Self.stereo, seconds: 2)
    #expect(ring.media(at: 0) == nil)
    ring.addAnchor(media: 5_000_000_000, rate: 1, epoch: 0)
    Self.write(ring, [Float](repeating: 0, count: 1000))
    ring.addAnchor(media: 5_500_000_000, rate: 2, epoch: 0)
    Self.write(ring, [Float](repeating: 0, count: 1000))
    #expect(ring.media(at: 0)?.nanoseconds == 5_000_000_000)
    #expect(ring.media(at: 499)?.nanoseconds == 5_499_000_000)
    #expect(ring.media(at: 499)?.rate == 1)
    #expect(ring.media(at: 750)?.nanoseconds == 6_000_000_000)
    #expect(ring.media(at: 750)?.rate == 2)
    #expect(ring.nextAnchor(after: 0)?.position == 500)
    #expect(ring.nextAnchor(after: 500) == nil)
  }

  @Test func ignoresAnchorsOfOtherEpochs() {
    let ring = AudioRing(format: Self.stereo, seconds: 2)
    ring.reset(epoch: 3)
    ring.addAnchor(media: 1, rate: 1, epoch: 2)
    #expect(ring.media(at: 0) == nil)
  }

  /// A change of rate each second for an hour: old anchors are evicted, those that the device may still query are
  /// retained.
  @Test func evictsOldAnchorsAndRetainsRecentOnes() {
    let ring = AudioRing(format: Self.stereo, seconds: 2)
    for second in 0..<3600 {
      ring.addAnchor(media: Int64(second) * 1_000_000_000, rate: 1, epoch: 0)
      Self.write(ring, [Float](repeating: 0, count: 2000))
      _ = Self.read(ring, 1000)
      let recent = Int64(max(0, second - 3) * 1000)
      #expect(ring.media(at: recent)?.nanoseconds == recent * 1_000_000)
    }
    #expect((ring.nextAnchor(after: -1)?.position ?? 0) > 3_590_000)
  }

  @Test func takesBackUnreadSamples() throws {
    let ring = AudioRing(format: Self.stereo, seconds: 2)
    ring.addAnchor(media: 5_000_000_000, rate: 2, epoch: 0)
    Self.write(ring, (0..<1600).map { Float($0) })
    _ = Self.read(ring, 100)
    #expect(ring.revoke(leaving: 50, epoch: 1, copying: 3) { _ in true } == nil, "another epoch's")
    #expect(ring.revoke(leaving: 700, epoch: 0, copying: 3) { _ in true } == nil, "all of it is needed")
    #expect(ring.revoke(leaving: 50, epoch: 0, copying: 3) { _ in false } == nil, "it cannot be rendered again")
    #expect(ring.fill == 700)
    let back = try #require(ring.revoke(leaving: 50, epoch: 0, copying: 3) { $0 == 5_300_000_000 })
    #expect(back.media == 5_300_000_000)
    #expect(back.samples == [300, 301, 302, 303, 304, 305])
    #expect(ring.fill == 50)
    ring.addAnchor(media: back.media, rate: 1, epoch: 0)
    Self.write(ring, [-1, -2])
    #expect(Self.read(ring, 60).suffix(4) == [298, 299, -1, -2])
    #expect(ring.media(at: 250)?.nanoseconds == 5_400_000_000)
  }

  /// The reader receives each sample once and in order, however often unread samples are taken back and rewritten.
  @Test func takeBackDuringReadKeepsOrder() {
    let ring = AudioRing(format: AudioFormat(sampleRate: 1000, channelCount: 1), seconds: 2)
    ring.addAnchor(media: 0, rate: 1, epoch: 0)
    let total = 200_000
    let isInOrder = Atomic<Bool>(true)
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      var next = 0
      while next < total {
        let samples = Self.read(ring, 37)
        for sample in samples {
          if sample != Float(next) { isInOrder.store(false, ordering: .relaxed) }
          next += 1
        }
        if samples.isEmpty { sched_yield() }
      }
      group.leave()
    }
    var next = 0
    var round = 0
    while next < total {
      let end = min(total, next + 91)
      next += Self.write(ring, (next..<end).map { Float($0) }) ?? 0
      round += 1
      if round % 5 == 0, next < total,
        let back = ring.revoke(leaving: 60, epoch: 0, copying: 1, if: { _ in true })
      {
        next = Int(back.media / 1_000_000)
      }
      if ring.fill > 1800 { sched_yield() }
    }
    group.wait()
    let wasInOrder = isInOrder.load(ordering: .relaxed)
    #expect(wasInOrder)
  }

  @Test func endPositionIsWhereWritingStopped() {
    let ring = AudioRing(format: Self.stereo, seconds: 1)
    Self.write(ring, [1, 1, 2, 2, 3, 3])
    ring.markEnd(epoch: 9)
    #expect(ring.endPosition == nil)
    ring.markEnd(epoch: 0)
    #expect(ring.endPosition == 3)
    ring.reset(epoch: 1)
    #expect(ring.endPosition == nil)
  }

  /// One thread writes, another reads.
  @Test func concurrentReaderAndWriterKeepOrder() {
    let ring = AudioRing(format: AudioFormat(sampleRate: 1000, channelCount: 1), seconds: 1)
    let total = 1_000_000
    concurrently(
      {
        var done = 0
        let samples = (0..<997).map(Float.init)
        while done < total {
          let start = done % 997
          done += Self.write(ring, Array(samples[start...])) ?? 0
        }
      },
      {
        var done = 0
        var isOrdered = true
        while done < total {
          let samples = Self.read(ring, 333)
          for (index, sample) in samples.enumerated() where sample != Float((done + index) % 997) { isOrdered = false }
          done += samples.count
        }
        #expect(isOrdered)
      })
  }
}
