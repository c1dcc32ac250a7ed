import CoreMedia
import Testing

@testable import PlayheadHLS

@Suite struct OutagePolicyTests {
  private func at(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  @Test func triesVariantsForFiveSecondsOfOneOutage() {
    var policy = OutagePolicy()
    let answers = [100, 103, 104.9, 105, 110].map { policy.mayChangeVariant(now: $0, readEnd: .zero) }
    #expect(answers == [true, true, true, false, false])
  }

  @Test func packetsReadAgainDoNotEndTheOutage() {
    var policy = OutagePolicy()
    _ = policy.mayChangeVariant(now: 100, readEnd: at(20))
    policy.noteSuccess(readEnd: at(20.4))
    let mayChange = policy.mayChangeVariant(now: 106, readEnd: at(20.4))
    #expect(!mayChange)
  }

  @Test func mediaPastTheFailureEndsTheOutage() {
    var policy = OutagePolicy()
    _ = policy.mayChangeVariant(now: 100, readEnd: at(20))
    policy.noteSuccess(readEnd: at(20.5))
    let mayChange = policy.mayChangeVariant(now: 106, readEnd: at(20.5))
    #expect(mayChange)
  }

  @Test func positionOfTheFailureIsThatOfTheFirstOne() {
    var policy = OutagePolicy()
    _ = policy.mayChangeVariant(now: 100, readEnd: at(20))
    _ = policy.mayChangeVariant(now: 101, readEnd: at(30))
    policy.noteSuccess(readEnd: at(21))
    let mayChange = policy.mayChangeVariant(now: 106, readEnd: at(21))
    #expect(mayChange)
  }

  @Test func firstPacketAfterSeekEndsTheOutage() {
    var policy = OutagePolicy()
    _ = policy.mayChangeVariant(now: 100, readEnd: at(20))
    policy.noteSeek()
    let beforePacket = policy.mayChangeVariant(now: 105, readEnd: nil)
    policy.noteSuccess(readEnd: at(3))
    let afterPacket = policy.mayChangeVariant(now: 106, readEnd: at(3))
    #expect(!beforePacket && afterPacket)
  }

  @Test func skipsTwoDamagedPartsInARow() {
    var policy = OutagePolicy()
    let answers = (0..<3).map { _ in policy.maySkipDamagedPart() }
    #expect(answers == [true, true, false])
  }

  @Test func countsDamagedPartsAnewAfterAPacketOrASeek() {
    var policy = OutagePolicy()
    for _ in 0..<2 { _ = policy.maySkipDamagedPart() }
    policy.noteSuccess(readEnd: .zero)
    let afterPacket = (0..<3).map { _ in policy.maySkipDamagedPart() }
    #expect(afterPacket == [true, true, false])
    policy.noteSeek()
    let afterSeek = policy.maySkipDamagedPart()
    #expect(afterSeek)
  }
}
