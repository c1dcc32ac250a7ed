import CoreMedia
import PlayheadTesting
import Testing

@testable import PlayheadAudio
@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// How the clock follows readings of the audio position, without a device.
@Suite struct AudioControllerTests {
  private let manual = ManualClock()
  private let clock = MediaClock()
  private let audio: AudioController
  private let start: HostTime

  init() {
    audio = AudioController(environment: PlaybackEnvironment(clock: manual, audio: nil, delivery: manual))
    start = manual.now
  }

  private var context: SessionContext {
    SessionContext(
      now: manual.now, item: nil, pipeline: nil, clock: clock, rate: 1, playedRate: 1, isMoving: true,
      isReversed: false, followsSourceClock: false, isExternal: false)
  }

  /// A reading so many milliseconds of media, at a host time in milliseconds after the start.
  private func reading(
    _ media: Int64 = 0, at host: Int64 = 0, rate: Double = 1, nextChange: HostTime? = nil
  ) -> AudioOutputPath.Reading {
    AudioOutputPath.Reading(
      media: media * 1_000_000, at: start + .milliseconds(host), rate: rate, epoch: 1, nextChange: nextChange)
  }

  /// The milliseconds until the next reading after one at `now`, in milliseconds.
  private func interval(after reading: AudioOutputPath.Reading, at now: Int64, playedRate: Double = 1) -> Double? {
    let time = start + .milliseconds(now)
    audio.scheduleReading(after: reading, at: time, playedRate: playedRate)
    return audio.deadline.map { (($0 - time).seconds * 1000).rounded() }
  }

  @Test func readsOftenUntilDeviceHasSettled() {
    audio.clockWillStart(context)
    #expect(interval(after: reading(), at: 0) == 10)
    #expect(interval(after: reading(), at: 490) == 10)
    #expect(interval(after: reading(), at: 500) == 100)
  }

  @Test func readsWhenRateOrItemChanges() {
    audio.clockWillStart(context)
    #expect(interval(after: reading(nextChange: start + .milliseconds(1030)), at: 1000) == 30)
    #expect(interval(after: reading(nextChange: start + .milliseconds(990)), at: 1000) == 1)
    #expect(interval(after: reading(nextChange: start + .milliseconds(1300)), at: 1000) == 100)
    // A new rate is on its way to the device.
    #expect(interval(after: reading(), at: 1000, playedRate: 2) == 10)
  }

  /// 15 % of the difference for each reading; ``ClockSteering`` has the reason.
  @Test func clockFollowsAudioGradually() {
    clock.run(through: 0, at: start, rate: 1)
    audio.steer(context, to: reading(120, at: 100))
    #expect(clock.nanoseconds(at: start + .milliseconds(100)) == 103_000_000)
    // 60 ms are noticeable: the clock is set.
    audio.steer(context, to: reading(263, at: 200))
    #expect(clock.nanoseconds(at: start + .milliseconds(200)) == 263_000_000)
  }

  @Test("The clock stops until audio that has fallen behind reaches its position, and never goes back")
  func clockWaitsForAudioBehindIt() {
    clock.run(through: 0, at: start, rate: 1)
    manual.advance(by: .milliseconds(1_000))
    audio.steer(context, to: reading(800, at: 1_000))
    let positions = [0, 100, 200, 300].map { clock.nanoseconds(at: manual.now + .milliseconds($0)) / 1_000_000 }
    #expect(positions == [1_000, 1_000, 1_000, 1_100])
    // While the clock waits, audio on the expected way changes nothing, and further delay is added.
    manual.advance(by: .milliseconds(100))
    audio.steer(context, to: reading(900, at: 1_100))
    #expect(clock.nanoseconds(at: start + .milliseconds(1_300)) == 1_100_000_000)
    audio.steer(context, to: reading(800, at: 1_100))
    #expect(clock.nanoseconds(at: start + .milliseconds(1_300)) == 1_000_000_000)
    #expect(clock.nanoseconds(at: start + .milliseconds(1_400)) == 1_100_000_000)
    // 15 % of a difference of 20 ms: a wait of 3 ms.
    manual.advance(by: .milliseconds(900))
    audio.steer(context, to: reading(1_680, at: 2_000))
    #expect(clock.nanoseconds(at: start + .milliseconds(2_001)) == 1_700_000_000)
    #expect(clock.nanoseconds(at: start + .milliseconds(2_013)) == 1_710_000_000)
  }

  @Test func clockTakesRateThatIsAudible() {
    clock.run(through: 0, at: start, rate: 1)
    audio.steer(context, to: reading(100, at: 100, rate: 2))
    #expect(clock.nanoseconds(at: start + .milliseconds(200)) == 300_000_000)
  }

  @Test func nothingIsReadWithoutAudio() {
    audio.readSoon()
    #expect(audio.deadline == manual.now)
    let isSilent = audio.takeReading(context, epoch: 1) == nil
    #expect(isSilent)
    #expect(audio.deadline == nil)
    #expect(!audio.canDrive(context) && !audio.delaysClock)
    #expect(!audio.hasRunOut(epoch: 1))
  }

  @Test func stoppedClockIsNotSteered() {
    audio.readSoon()
    audio.clockStops()
    #expect(audio.deadline == nil)
  }
}
