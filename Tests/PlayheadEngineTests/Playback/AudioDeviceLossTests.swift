import CoreMedia
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadAudio
@testable import PlayheadClock
@testable import PlayheadEngine

/// Audio devices that disappear during playback.
@Suite struct AudioDeviceLossTests {
  /// A device that is unavailable for a while. Outputs opened before are lost for good.
  private final class FragileAudio: AudioOutputProvider {
    let audio: CapturingAudio
    let clock: ManualClock
    let outage: Range<HostTime>

    init(_ audio: CapturingAudio, _ clock: ManualClock, outage: Range<HostTime>) {
      (self.audio, self.clock, self.outage) = (audio, clock, outage)
    }

    func format(for preferred: AudioFormat) throws -> AudioFormat { try audio.format(for: preferred) }

    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      guard !outage.contains(clock.now) else { throw AudioOutputError.noDevice }
      return Output(try audio.makeOutput(source: source, clock: clock), clock, end: outage.lowerBound)
    }

    private final class Output: AudioOutput {
      let output: any AudioOutput
      let clock: any EngineClock
      /// The time of its failure; nil for an output made afterwards.
      let end: HostTime?
      private let last = Mutex<(frames: Int64, at: HostTime)?>(nil)

      init(_ output: any AudioOutput, _ clock: any EngineClock, end: HostTime) {
        (self.output, self.clock, self.end) = (output, clock, clock.now < end ? end : nil)
      }

      var format: AudioFormat { output.format }
      var isLost: Bool { end.map { clock.now >= $0 } ?? false }
      func start() throws { try output.start() }
      func stop() { output.stop() }
      func played() -> (frames: Int64, at: HostTime)? {
        if isLost { return last.withLock { $0 } }
        let captured = output.played()
        last.withLock { $0 = captured }
        return captured
      }
    }
  }

  /// A device whose position is 200 ms too early once the process was suspended.
  private final class DisplacedAudio: AudioOutputProvider {
    /// Called for each output.
    let isMade: @Sendable () -> Void

    init(isMade: @escaping @Sendable () -> Void) { self.isMade = isMade }

    func format(for preferred: AudioFormat) throws -> AudioFormat { preferred }

    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      isMade()
      return Output(try SilentOutputProvider().makeOutput(source: source, clock: clock), clock)
    }

    private final class Output: AudioOutput {
      let output: any AudioOutput
      let clock: any EngineClock
      private let state = Mutex((lastRead: HostTime.zero, isDisplaced: false))

      init(_ output: any AudioOutput, _ clock: any EngineClock) {
        (self.output, self.clock) = (output, clock)
        state.withLock { $0.lastRead = clock.now }
      }

      var format: AudioFormat { output.format }
      func start() throws { try output.start() }
      func stop() { output.stop() }
      func played() -> (frames: Int64, at: HostTime)? {
        let now = clock.now
        let isDisplaced = state.withLock { state in
          if now - state.lastRead > .seconds(1) { state.isDisplaced = true }
          state.lastRead = now
          return state.isDisplaced
        }
        guard let (frames, at) = output.played() else { return nil }
        return (isDisplaced ? max(0, frames - Int64(format.sampleRate) / 5) : frames, at)
      }
    }
  }

  private func stage(_ outage: Range<Double>) -> Stage {
    Stage(device: { audio, clock in
      FragileAudio(
        audio, clock, outage: clock.now + .seconds(outage.lowerBound)..<clock.now + .seconds(outage.upperBound))
    })
  }

  /// The delivery time of a frame or an audio block relative to its media time: constant while nothing stalls.
  private func lead(_ time: CMTime, _ at: HostTime, _ start: HostTime) -> Double { (at - start).seconds - time.seconds }

  @Test("video continues without the device, and audio resumes with it, in sync")
  func audioResumes() throws {
    let stage = stage(4..<9)
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.clearRecords()
    let start = stage.clock.now
    #expect(stage.playToEnd())
    #expect(stage.numbers.compactMap { $0 } == Array(1..<600), "the first one was shown before")
    #expect(stage.eventLog.filter { $0 == "playing" }.count == 1)
    #expect(!stage.eventLog.contains("stalled"))
    for frame in stage.shown { #expect(abs(lead(frame.time, frame.hostTime, start)) < 0.1) }
    let end = try #require(stage.shown.last?.hostTime)
    #expect((19.8...20.3).contains((end - start).seconds))
    let later = stage.capturedAudio.filter { ($0.hostTime - start).seconds > 12 }
    #expect(!later.isEmpty)
    for audioTrack in later { #expect(abs(lead(audioTrack.time, audioTrack.hostTime, start)) < 0.1) }
    #expect(!stage.capturedAudio.contains { (4.5..<7.5).contains(($0.hostTime - start).seconds) })
  }

  @Test("audio-only playback continues silently and ends on time")
  func continuesSilently() throws {
    let stage = stage(3..<1_000)
    try stage.open("audio.flac")
    stage.advanceUntilIdle()
    let start = stage.clock.now
    #expect(stage.playToEnd())
    let duration = try #require(Fixtures.expected.first { $0.name == "audio.flac" }?.audioSeconds)
    #expect(abs((stage.clock.now - start).seconds - duration) < 0.3)
  }

  @Test("a suspended process does not move the position, and plays on from there")
  func suspendedProcess() throws {
    // As a real device, the silent output stops with the process.
    let stage = Stage(device: { _, _ in SilentOutputProvider() })
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(2))
    let before = stage.session.currentTime().seconds
    stage.clearRecords()
    stage.clock.leap(by: .seconds(5))
    #expect(abs(stage.session.currentTime().seconds - before) < 0.3)
    stage.advance(by: .seconds(1))
    #expect(abs(stage.session.currentTime().seconds - before - 1) < 0.4)
    let numbers = stage.numbers.compactMap { $0 }
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 && $1 < $0 + 12 }, "\(numbers)")
  }

  @Test("a device that reports a wrong position after the process was suspended is opened again")
  func wrongPositionAfterSuspension() throws {
    let count = Mutex(0)
    let stage = Stage(device: { _, _ in DisplacedAudio { count.withLock { $0 += 1 } } })
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(2))
    let before = stage.session.currentTime().seconds
    stage.clock.leap(by: .seconds(5))
    stage.advance(by: .seconds(1))
    #expect(count.withLock { $0 } == 2)
    #expect(abs(stage.session.currentTime().seconds - before - 1) < 0.08)
    #expect(!stage.eventLog.contains("stalled"))
  }

  @Test("a device lost while paused is searched for at the next start")
  func whilePaused() throws {
    let stage = stage(2..<3)
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .milliseconds(500))
    stage.session.setRate(0)
    stage.advance(by: .seconds(4))
    stage.clearRecords()
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    #expect(stage.capturedAudio.reduce(0) { $0 + $1.samples.count / $1.format.channelCount } > 40_000)
  }
}
