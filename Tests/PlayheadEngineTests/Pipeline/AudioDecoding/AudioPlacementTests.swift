import CoreMedia
import PlayheadFFmpeg
import Testing

@testable import PlayheadPipeline

/// At 1000 samples a second, a millisecond is a frame.
@Suite struct AudioPlacementTests {
  private static func milliseconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1000) }

  private static func placement(at target: Int64 = 0, end: Int64? = nil) -> AudioPlacement {
    var placement = AudioPlacement(AudioContinuityPolicy(isAlone: false), sampleRate: 1000)
    placement.begin(at: milliseconds(target), end: end.map(milliseconds))
    return placement
  }

  @Test func samplesBeforeTargetAreCut() {
    var placement = Self.placement(at: 1000)
    #expect(placement.gap(before: Self.milliseconds(900)) == -100)
  }

  @Test func silencePrecedesFirstSampleAfterTarget() {
    var placement = Self.placement(at: 1000)
    #expect(placement.gap(before: Self.milliseconds(1500)) == 500)
  }

  @Test func gapInTrackBecomesSilence() {
    var placement = Self.placement()
    #expect(placement.gap(before: .zero) == 0)
    placement.advance(by: 100)
    #expect(placement.gap(before: Self.milliseconds(100)) == 0)
    placement.advance(by: 100)
    #expect(placement.gap(before: Self.milliseconds(400)) == 200)
  }

  /// Containers round times: steps of less than 30 ms are no gaps.
  @Test func roundedTimesAreNoGaps() {
    var placement = Self.placement()
    placement.advance(by: 100)
    #expect(placement.gap(before: Self.milliseconds(120)) == 0)
  }

  @Test func samplesWithoutTimeContinue() {
    var placement = Self.placement()
    #expect(placement.gap(before: .invalid) == 0)
    #expect(placement.gap(before: .positiveInfinity) == 0)
  }

  @Test func endLimitsFrames() {
    var placement = Self.placement(at: 1000, end: 1250)
    #expect(placement.framesLeft == 250)
    placement.advance(by: 200)
    #expect(!placement.isComplete && placement.framesLeft == 50)
    placement.advance(by: 50)
    #expect(placement.isComplete)
    #expect(placement.nextTime == Self.milliseconds(1250))
    #expect(placement.nextNanoseconds == 1_250_000_000)
  }

  @Test func nothingIsRenderedIfEndIsBeforeTarget() {
    #expect(Self.placement(at: 1000, end: 500).isComplete)
    #expect(Self.placement(at: 1000).framesLeft == nil)
  }

  @Test func packetMoreThanAQuarterSecondBeforeTargetIsNotDecoded() {
    func packet(_ start: Int64, lasting duration: Int64) -> Packet {
      .made(
        presentation: Self.milliseconds(start), decode: Self.milliseconds(start),
        duration: Self.milliseconds(duration))
    }
    let placement = Self.placement(at: 1000)
    #expect(placement.isBefore(packet(600, lasting: 100)))
    #expect(!placement.isBefore(packet(700, lasting: 100)))
    #expect(!placement.isBefore(packet(600, lasting: 0)), "its end is unknown")
  }

  @Test func newStartBeginsAtItsTarget() {
    var placement = Self.placement(end: 100)
    placement.advance(by: 100)
    placement.begin(at: Self.milliseconds(2000), end: nil)
    #expect(placement.position == 0 && !placement.isComplete)
    #expect(placement.nextTime == Self.milliseconds(2000))
  }
}
