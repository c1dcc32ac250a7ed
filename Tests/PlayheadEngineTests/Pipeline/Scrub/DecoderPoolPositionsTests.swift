import CoreMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

/// Selection of the pooled decoder to reuse, and of the one to evict.
@Suite struct DecoderPoolPositionsTests {
  private static func positions(_ openTime: Int64...) -> [DecoderPoolPositions.Position] {
    openTime.map { DecoderPoolPositions.Position(openTime: ticks($0), lastDecode: ticks($0 + 100), sent: []) }
  }

  @Test func reusesNearestDecoderBeforeTarget() {
    let positions = Self.positions(900, 100, 500)
    #expect(DecoderPoolPositions.best(of: positions, to: ticks(899), sync: .zero) == 2)
    #expect(DecoderPoolPositions.best(of: positions, to: ticks(900), sync: .zero) == 0)
    #expect(DecoderPoolPositions.best(of: positions, to: ticks(99), sync: .zero) == nil)
    #expect(DecoderPoolPositions.best(of: [], to: ticks(99), sync: .zero) == nil)
  }

  @Test func doesNotReuseDecoderAcrossSyncSample() {
    let positions = Self.positions(900, 100, 500)
    #expect(DecoderPoolPositions.best(of: positions, to: ticks(899), sync: ticks(501)) == nil)
    #expect(DecoderPoolPositions.best(of: positions, to: ticks(899), sync: ticks(500)) == 2)
    #expect(
      DecoderPoolPositions.best(of: positions, to: ticks(899), sync: nil) == nil,
      "nobody knows whether one lies between")
  }

  @Test func evictsMostCheaplyReplaceableDecoder() {
    #expect(DecoderPoolPositions.victim(of: Self.positions(900, 100, 850, 500), newest: ticks(500)) == 0)
    #expect(DecoderPoolPositions.victim(of: Self.positions(100), newest: ticks(100)) == 0)
    #expect(DecoderPoolPositions.victim(of: [], newest: ticks(100)) == nil)
  }

  @Test func evictsDecodersOfOtherGOPsFirst() {
    // Ten seconds are 6000 ticks.
    #expect(DecoderPoolPositions.victim(of: Self.positions(200, 9000, 220, 100), newest: ticks(210)) == 1)
  }
}
