import CoreMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

@Suite struct SeekPacketFilterTests {
  /// Feeds packets as the reader does, and returns the treatment of each: nil if it is never released.
  static func decide(
    _ packets: [SeekPacketFilter.Times], target: CMTime
  ) -> (frameTime: CMTime?, skips: [Bool?], readUntil: Int) {
    var filter = SeekPacketFilter(target: target)
    var skips: [Bool?] = []
    var released = 0
    for (index, packet) in packets.enumerated() {
      skips.append(nil)
      let isCertain = filter.record(packet)
      while released <= index, let skip = filter.decision(packets[released]) {
        skips[released] = skip
        released += 1
      }
      if isCertain { return (filter.frameTime, skips, index) }
    }
    filter.settle()
    while released < packets.count, let skip = filter.decision(packets[released]) {
      skips[released] = skip
      released += 1
    }
    return (filter.frameTime, skips, packets.count)
  }

  static func times(_ presentation: [Int64?], decode: [Int64?]) -> [SeekPacketFilter.Times] {
    zip(presentation, decode).map { .init(presentation: $0.map(ticks) ?? .invalid, decode: $1.map(ticks) ?? .invalid) }
  }

  /// I0 P3 b1 b2 P6 b4 b5, decoded two frames ahead of presentation.
  private static let reordered = times(
    [0, 60, 20, 40, 120, 80, 100, 180, 140, 160], decode: [-40, -20, 0, 20, 40, 60, 80, 100, 120, 140])

  @Test func findsFrameCoveringTarget() {
    for (target, frameTime) in [
      (0, 0), (19, 0), (20, 20), (59, 40), (60, 60), (79, 60), (80, 80), (99, 80), (119, 100),
    ] {
      #expect(Self.decide(Self.reordered, target: ticks(Int64(target))).frameTime == ticks(Int64(frameTime)))
    }
  }

  /// At 85 the covering frame is b4: b1 and b2 are not needed, the others are its references.
  @Test func skipsUnreferencedFrames() {
    let result = Self.decide(Self.reordered, target: ticks(85))
    #expect(result.frameTime == ticks(80))
    #expect(Array(result.skips.prefix(4)) == [true, true, true, true])
    #expect(result.skips[5] == false)
  }

  @Test func nothingCoversTimeBeforeFirstFrame() {
    #expect(Self.decide(Self.reordered, target: ticks(-1)).frameTime == nil)
  }

  @Test func lastFrameCoversEnd() {
    let result = Self.decide(Self.reordered, target: ticks(100_000))
    #expect(result.frameTime == ticks(180))
    #expect(result.readUntil == Self.reordered.count)
  }

  @Test func stopsReadingWhenNoEarlierFrameCanFollow() {
    #expect(Self.decide(Self.reordered, target: ticks(0)).readUntil == 3)
    #expect(Self.decide(Self.reordered, target: ticks(60)).readUntil == 6)
  }

  /// Without decode times the filter looks twenty packets ahead, more than any codec reorders.
  @Test func withoutDecodeTimesReadsAheadFurther() {
    let presentation = (0..<40).map { Int64($0 * 20) as Int64? }
    let packets = Self.times(presentation, decode: Array(repeating: nil, count: 40))
    let result = Self.decide(packets, target: ticks(105))
    #expect(result.frameTime == ticks(100))
    #expect(result.readUntil == 26)
  }

  @Test func decodesPacketsWithoutTimes() {
    let packets = Self.times([0, nil, 40, nil, 80, 120], decode: [0, nil, 40, nil, 80, 120])
    let result = Self.decide(packets, target: ticks(50))
    #expect(result.frameTime == ticks(40))
    #expect(result.skips[1] == false || result.skips[1] == nil)
    #expect(result.skips[2] != true)
  }

  /// Random structures: any depth of reordering, any durations, any target. The covering frame is never skipped,
  /// skipped ones precede it, and no packet without a time is lost.
  @Test func neverSkipsCoveringFrame() {
    var numbers = SeededNumbers(6)
    for round in 0..<3000 {
      let stream = RandomStream(&numbers)
      let target = ticks(Int64.random(in: -50...stream.end + 50, using: &numbers))
      let expected = stream.shown.last { $0 <= target }
      let result = Self.decide(stream.packets, target: target)
      #expect(result.frameTime == expected, "round \(round)")
      for (packet, skip) in zip(stream.packets, result.skips) where skip == true {
        #expect(packet.presentation < expected ?? .negativeInfinity, "round \(round)")
      }
    }
  }
}

/// Packets of a synthetic video track in decode order: GOPs with reordering of random depth, frames of random duration.
struct RandomStream {
  var packets: [SeekPacketFilter.Times] = []
  /// The times of all frames in presentation order.
  var shown: [CMTime] = []
  var end: Int64 = 0

  init(_ numbers: inout SeededNumbers) {
    var durations: [Int64] = []
    for _ in 0..<Int.random(in: 1...60, using: &numbers) { durations.append(.random(in: 1...100, using: &numbers)) }
    var starts: [Int64] = []
    for duration in durations {
      starts.append(end)
      end += duration
    }
    shown = starts.map(ticks)
    // Groups of an anchor and the frames before it, which are coded in random order after it.
    var order: [Int] = [0]
    var next = 1
    while next < starts.count {
      let last = min(starts.count - 1, next + Int.random(in: 0...7, using: &numbers))
      order.append(last)
      order += (next..<last).shuffled(using: &numbers)
      next = last + 1
    }
    // A frame is decoded before it or any later one is presented: the k-th decode time is at most the time of every
    // frame from the k-th packet on.
    var limit = Int64.max
    var decode = [Int64](repeating: 0, count: order.count)
    for index in order.indices.reversed() {
      limit = min(limit - 1, starts[order[index]])
      decode[index] = limit
    }
    let hasDecodeTimes = Int.random(in: 0..<4, using: &numbers) > 0
    for (index, frame) in order.enumerated() {
      packets.append(.init(presentation: shown[frame], decode: hasDecodeTimes ? ticks(decode[index]) : .invalid))
    }
  }
}
