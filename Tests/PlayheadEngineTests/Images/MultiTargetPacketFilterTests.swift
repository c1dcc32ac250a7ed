import CoreMedia
import TestSupport
import Testing

@testable import PlayheadImages
@testable import PlayheadPipeline

@Suite struct MultiTargetPacketFilterTests {
  /// The treatment of each packet: decoded, decoded only as a reference, or not read (nil).
  private static func decide(_ packets: [SeekPacketFilter.Times], _ targets: [CMTime]) -> [Bool?] {
    var sequence = MultiTargetPacketFilter<Int>(targets: targets)
    var skips = [Bool?](repeating: nil, count: packets.count)
    var order: [Int] = []
    func note(_ releases: [MultiTargetPacketFilter<Int>.Release]) {
      for release in releases {
        skips[release.element] = release.skipsNonReference
        order.append(release.element)
      }
    }
    for (index, packet) in packets.enumerated() where !sequence.isComplete { note(sequence.push(index, packet)) }
    note(sequence.finish())
    #expect(sequence.isComplete)
    #expect(order == order.sorted())
    return skips
  }

  /// I0 P3 b1 b2 P6 b4 b5 P9 b7 b8, decoded two frames ahead of presentation, twenty ticks each.
  private static let reordered = SeekPacketFilterTests.times(
    [0, 60, 20, 40, 120, 80, 100, 180, 140, 160], decode: [-40, -20, 0, 20, 40, 60, 80, 100, 120, 140])

  /// b1 and b5 are requested, so b2 and b4 are not, and nothing after b5 is.
  @Test func decodesFullyOnlyCoveringFrames() {
    let skips = Self.decide(Self.reordered, [ticks(25), ticks(105)])
    #expect(skips == [true, true, false, true, true, true, false, nil, nil, nil])
  }

  @Test func targetsInOneFrameDecodeItOnce() {
    let skips = Self.decide(Self.reordered, [ticks(61), ticks(62), ticks(79)])
    #expect(skips == [true, false, nil, nil, nil, nil, nil, nil, nil, nil])
  }

  @Test func targetBeforeFirstFrameSelectsFirst() {
    let skips = Self.decide(Self.reordered, [ticks(-30)])
    #expect(skips.first == false)
  }

  @Test func targetAfterLastFrameSelectsLast() {
    let skips = Self.decide(Self.reordered, [ticks(165), ticks(100_000)])
    #expect(skips[9] == false && skips[7] == false)
    #expect(skips.enumerated().allSatisfy { [7, 9].contains($0.offset) || $0.element == true })
  }

  /// Random structures and targets: each covering frame is decoded, only nearby frames are decoded fully, and every
  /// packet that precedes a covering frame in decode order is read.
  @Test func decodesEveryCoveringFrame() {
    var numbers = SeededNumbers(45)
    for round in 0..<2000 {
      let stream = RandomStream(&numbers)
      let targets = (0..<Int.random(in: 1...12, using: &numbers))
        .map { _ in ticks(Int64.random(in: -50...stream.end + 50, using: &numbers)) }.sorted()
      let covers = Set(targets.compactMap { target in stream.shown.last { $0 <= target } })
      let skips = Self.decide(stream.packets, targets)
      guard !covers.isEmpty else { continue }
      let last = stream.packets.lastIndex { covers.contains($0.presentation) } ?? 0
      for (index, packet) in stream.packets.enumerated() where index <= last {
        #expect(skips[index] == !covers.contains(packet.presentation), "round \(round), packet \(index)")
      }
      #expect(skips[(last + 1)...].allSatisfy { $0 == nil || $0 == true }, "round \(round)")
    }
  }
}
