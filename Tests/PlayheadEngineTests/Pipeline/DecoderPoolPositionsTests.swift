import CoreMedia
import TestSupport
import Testing

@testable import PlayheadEngine

/// Selection of the pooled decoder to reuse, and of the one to evict.
@Suite struct DecoderPoolPositionsTests {
  private static func places(_ landed: Int64...) -> [DecoderPoolPositions.Place] {
    landed.map { DecoderPoolPositions.Place(landed: ticks($0), lastDecode: ticks($0 + 100), given: []) }
  }

  @Test func theNearestBehindTheTargetGoesOn() {
    let places = Self.places(900, 100, 500)
    #expect(DecoderPoolPositions.best(of: places, to: ticks(899), sync: .zero) == 2)
    #expect(DecoderPoolPositions.best(of: places, to: ticks(900), sync: .zero) == 0)
    #expect(DecoderPoolPositions.best(of: places, to: ticks(99), sync: .zero) == nil)
    #expect(DecoderPoolPositions.best(of: [], to: ticks(99), sync: .zero) == nil)
  }

  @Test func noneGoesOnOverASyncSample() {
    let places = Self.places(900, 100, 500)
    #expect(DecoderPoolPositions.best(of: places, to: ticks(899), sync: ticks(501)) == nil)
    #expect(DecoderPoolPositions.best(of: places, to: ticks(899), sync: ticks(500)) == 2)
    #expect(DecoderPoolPositions.best(of: places, to: ticks(899), sync: nil) == nil, "nobody knows whether one lies between")
  }

  @Test func theOneThatAnotherCanReplaceMostCheaplyIsGivenUp() {
    #expect(DecoderPoolPositions.victim(of: Self.places(900, 100, 850, 500), newest: ticks(500)) == 0)
    #expect(DecoderPoolPositions.victim(of: Self.places(100), newest: ticks(100)) == 0)
    #expect(DecoderPoolPositions.victim(of: [], newest: ticks(100)) == nil)
  }

  @Test func otherGroupsAreGivenUpFirst() {
    // Ten seconds are 6000 ticks.
    #expect(DecoderPoolPositions.victim(of: Self.places(200, 9000, 220, 100), newest: ticks(210)) == 1)
  }
}
