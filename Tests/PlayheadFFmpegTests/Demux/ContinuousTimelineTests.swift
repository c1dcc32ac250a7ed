import CoreMedia
import Testing

@testable import PlayheadFFmpeg

@Suite struct ContinuousTimelineTests {
  private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 90_000) }

  /// A file of 1000 bytes and one second a packet: times 0 to 9, then 500 to 509, then 100.
  private static func timeline() -> ContinuousTimeline {
    var detector = DiscontinuityDetector(.discontinuous)
    for (index, seconds) in (Array(0...9) + Array(500...509) + [100]).enumerated() {
      _ = detector.offset(
        for: DiscontinuityDetector.Input(
          track: 0, presentation: time(Double(seconds)), decode: time(Double(seconds)), duration: time(1),
          fileOffset: Int64(index) * 1000))
    }
    return ContinuousTimeline(detector)
  }

  @Test func countsJumps() {
    #expect(Self.timeline().jumpCount == 2)
    #expect(ContinuousTimeline().jumpCount == 0)
  }

  @Test func offsetIsThatOfPart() {
    #expect(Self.timeline().offset(at: Self.time(3)) == .zero)
    #expect(Self.timeline().offset(at: Self.time(12)).seconds == -490)
    #expect(ContinuousTimeline().offset(at: Self.time(12)) == .zero)
  }

  /// The newest jump is at 20 s and 20,000 bytes.
  @Test func durationIsExtrapolatedAtConstantDataRate() {
    #expect(Self.timeline().estimatedDuration(size: 30_000)?.seconds == 30)
    #expect(Self.timeline().estimatedDuration(size: 20_000) == nil)
    #expect(Self.timeline().estimatedDuration(size: nil) == nil)
    #expect(ContinuousTimeline().estimatedDuration(size: 30_000) == nil)
  }
}
