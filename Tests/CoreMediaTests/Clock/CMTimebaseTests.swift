import CoreMedia
import Foundation
import Synchronization
import Testing

@Suite struct CMTimebaseTests {
  private let manual = ManualTime()
  private let clock: CMClock
  private let timebase: CMTimebase

  init() throws {
    clock = manual.clock
    timebase = try CMTimebase(sourceClock: clock)
  }

  private func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

  /// The names of the notifications posted while a closure runs, for one timebase.
  private func posted(_ timebase: CMTimebase, by body: () throws -> Void) rethrows -> [String] {
    let names = Mutex<[String]>([])
    let tokens = [CMTimebase.effectiveRateChanged, CMTimebase.timeJumped].map { name in
      NotificationCenter.default.addObserver(forName: name, object: timebase, queue: nil) { notification in
        #expect(notification.userInfo?[CMTimebase.NotificationKey.eventTime.rawValue] is NSValue)
        names.withLock { $0.append(name == CMTimebase.timeJumped ? "jump" : "rate") }
      }
    }
    defer { tokens.forEach(NotificationCenter.default.removeObserver) }
    try body()
    return names.withLock { $0 }
  }

  @Test func newTimebaseIsStoppedAtZero() {
    manual.advance(by: 5)
    #expect(timebase.time == .zero && timebase.rate == 0 && timebase.effectiveRate == 0)
    #expect(timebase.sourceClock == clock && timebase.sourceTimebase == nil && timebase.ultimateSourceClock == clock)
  }

  @Test func timeAdvancesByRate() throws {
    try timebase.setTime(seconds(10))
    try timebase.setRate(2)
    manual.advance(by: 3)
    #expect(timebase.time == seconds(16))
    try timebase.setRate(-1)
    manual.advance(by: 4)
    #expect(timebase.time == seconds(12) && timebase.timeAndRate == (seconds(12), -1))
    try timebase.setRate(0)
    manual.advance(by: 100)
    #expect(timebase.time == seconds(12))
  }

  @Test func stoppedTimebaseReturnsExactTime() throws {
    let third = CMTime(value: 1, timescale: 3)
    try timebase.setTime(third)
    #expect(timebase.time.timescale == 3 && timebase.time == third)
    #expect(timebase.time(withTimescale: 600, rounding: .default).value == 200)
  }

  @Test func acceptsAnchorsInPastAndFuture() throws {
    try timebase.setRateAndAnchorTime(rate: 1, anchorTime: seconds(50), referenceTime: seconds(1002))
    #expect(timebase.time == seconds(48))
    manual.advance(by: 2)
    #expect(timebase.time == seconds(50))
    try timebase.setAnchorTime(seconds(0), referenceTime: seconds(1000))
    #expect(timebase.time == seconds(2) && timebase.rate == 1)
  }

  @Test func notifications() throws {
    #expect(try posted(timebase) { try timebase.setRate(1) } == ["rate"])
    #expect(try posted(timebase) { try timebase.setRate(1) } == [])
    #expect(try posted(timebase) { try timebase.setTime(seconds(3)) } == ["jump"])
    #expect(
      try posted(timebase) {
        try timebase.setRateAndAnchorTime(rate: 2, anchorTime: .zero, referenceTime: clock.time)
      } == ["rate", "jump"])
  }

  @Test func chains() throws {
    let child = try CMTimebase(sourceTimebase: timebase)
    try timebase.setRate(2)
    try child.setRate(0.5)
    manual.advance(by: 4)
    #expect(child.time == seconds(4) && child.effectiveRate == 1 && child.rate == 0.5)
    #expect(child.sourceTimebase == timebase && child.ultimateSourceClock == clock)
    #expect(try posted(child) { try timebase.setRate(0) } == ["rate"])
    #expect(try posted(child) { try timebase.setTime(seconds(20)) } == ["jump"])
    #expect(child.time == seconds(10))
  }

  @Test func changingSourceKeepsTime() throws {
    try timebase.setRate(1)
    manual.advance(by: 7)
    let other = ManualTime(5)
    timebase.source = other.clock
    #expect(timebase.time == seconds(7))
    manual.advance(by: 100)
    other.advance(by: 1)
    #expect(timebase.time == seconds(8))
    let child = try CMTimebase(sourceTimebase: timebase)
    #expect(CMTimebaseSetSourceTimebase(timebase, child) == kCMTimebaseError_InvalidParameter)
    #expect(timebase.sourceTimebase == nil)
  }

  @Test func rejectsInvalidTimesAndRates() {
    #expect(CMTimebaseSetTime(timebase, time: .indefinite) == -12749)
    #expect(CMTimebaseSetRate(timebase, rate: .nan) == -12749)
    #expect(throws: CMTimebase.Error.invalidParameter) {
      try timebase.setRateAndAnchorTime(rate: 1, anchorTime: .zero, referenceTime: .invalid)
    }
  }

  @Test func readOnlyTimebaseRejectsPublicChanges() {
    let timebase = CMTimebase(readOnlyWithSourceClock: clock)
    #expect(CMTimebaseSetRate(timebase, rate: 1) == -12757 && CMTimebaseSetTime(timebase, time: .zero) == -12757)
    #expect(CMTimebaseSetSourceClock(timebase, .hostTimeClock) == -12757)
    timebase.move(rate: 1, anchorTime: seconds(3), referenceTime: clock.time)
    manual.advance(by: 1)
    #expect(timebase.time == seconds(4))
  }

  @Test func concurrentRateChangesLoseNoTime() async throws {
    let timebase = self.timebase
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for step in 0..<200 { try? timebase.setRate(Double(step % 5)) }
        }
      }
    }
    // The clock never moved, so no time passed in any order.
    #expect(timebase.time == .zero)
  }
}
