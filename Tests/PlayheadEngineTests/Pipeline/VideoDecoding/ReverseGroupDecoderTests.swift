import CoreMedia
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadPipeline

@Suite struct ReverseGroupDecoderTests {
  /// Thirty frames, 20 ticks apart.
  private static let group = ReverseGroup(
    packets: (0..<30).map { .made(presentation: ticks($0 * 20), decode: ticks($0 * 20)) }, lower: .zero,
    upper: ticks(600))

  /// Ten frames fit into the budget, of which a tenth is reserved.
  @Test func partsFitIntoBudgetAndLatestIsFirst() {
    let parts = ReverseGroupDecoder(byteLimit: 1000).parts(of: Self.group, frameBytes: 100)
    #expect(
      parts == [
        ticks(420)..<ticks(600), ticks(240)..<ticks(420), ticks(60)..<ticks(240), ticks(0)..<ticks(60),
      ])
  }

  @Test func groupWithinBudgetIsOnePart() {
    let parts = ReverseGroupDecoder(byteLimit: 10_000).parts(of: Self.group, frameBytes: 100)
    #expect(parts == [ticks(0)..<ticks(600)])
  }

  /// Fewer than four frames a part would decode the GOP too often.
  @Test func partHasAtLeastFourFrames() {
    let parts = ReverseGroupDecoder(byteLimit: 1).parts(of: Self.group, frameBytes: nil)
    #expect(parts.count == 8)
    #expect(parts.first == ticks(520)..<ticks(600))
  }
}
