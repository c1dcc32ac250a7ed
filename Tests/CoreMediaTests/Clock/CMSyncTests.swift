import CoreMedia
import Testing

@Suite struct CMSyncTests {
  private func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

  @Test func hostClock() throws {
    let clock = CMClock.hostTimeClock
    let before = clock.time
    #expect(before.timescale == 1_000_000_000 && clock.time >= before && CMClockGetHostTimeClock() == clock)
    #expect(CMClock.convertHostTimeToSystemUnits(CMTime(value: 3, timescale: 2)) == 1_500_000_000)
    #expect(CMClock.convertHostTimeToSystemUnits(.invalid) == 0)
    #expect(CMClock.convertHostTimeToSystemUnits(CMTime(value: -1, timescale: 1)) == 0)
    #expect(CMClock.convertSystemUnitsToHostTime(.max).value == .max)
    let anchor = try clock.anchorTime()
    #expect(anchor.anchorTime == anchor.referenceTime)
  }

  @Test func convertsTimeAlongSourceChain() throws {
    let manual = ManualTime(100)
    let clock = manual.clock
    let player = try CMTimebase(sourceClock: clock)
    try player.setRateAndAnchorTime(rate: 2, anchorTime: seconds(0), referenceTime: seconds(100))
    let layer = try CMTimebase(sourceTimebase: player)
    try layer.setRateAndAnchorTime(rate: 1, anchorTime: seconds(10), referenceTime: seconds(4))
    #expect(clock.convertTime(seconds(103), to: player) == seconds(6))
    #expect(player.convertTime(seconds(6), to: clock) == seconds(103))
    #expect(layer.convertTime(seconds(12), to: clock) == seconds(103))
    #expect(clock.convertTime(seconds(103), to: layer) == seconds(12))
    #expect(layer.rate(relativeTo: clock) == 2 && clock.rate(relativeTo: layer) == 0.5)
    #expect(!layer.mightDrift(relativeTo: clock) && layer.mightDrift(relativeTo: CMClock.hostTimeClock))
    #expect(player.convertTime(seconds(6), to: player) == seconds(6))
  }

  @Test func convertsBetweenTimebasesWithCommonSource() throws {
    let root = try CMTimebase(sourceClock: ManualTime().clock)
    let (left, right) = (try CMTimebase(sourceTimebase: root), try CMTimebase(sourceTimebase: root))
    try left.setRate(2)
    try right.setRate(4)
    // The root's rate is 0, which does not matter between the two.
    #expect(left.convertTime(seconds(3), to: right) == seconds(6) && right.rate(relativeTo: left) == 2)
  }

  @Test func conversionFromZeroRateIsInvalid() throws {
    let clock = ManualTime().clock
    let still = try CMTimebase(sourceClock: clock)
    #expect(!still.convertTime(.zero, to: clock).isValid)
    #expect(clock.convertTime(seconds(5), to: still) == .zero)
    #expect(clock.rate(relativeTo: still) == 0 && still.rate(relativeTo: clock) == 0)
    #expect(throws: CMSync.Error.rateMustBeNonZero) { try clock.rateAndAnchorTime(relativeTo: still) }
    #expect(CMSync.Error.rateMustBeNonZero.code == -12755)
    let relation = try still.rateAndAnchorTime(relativeTo: clock)
    #expect(relation.rate == 0 && relation.anchorTime == .zero && relation.referenceTime == clock.time)
  }

  @Test func convertsBetweenUnrelatedClocks() {
    let (left, right) = (ManualTime(100).clock, ManualTime(7).clock)
    #expect(left.convertTime(seconds(103), to: right) == seconds(10) && left.rate(relativeTo: right) == 1)
  }
}
