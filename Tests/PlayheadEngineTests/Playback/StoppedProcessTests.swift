import CoreMedia
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadAudio
@testable import PlayheadClock
@testable import PlayheadEngine

/// A process that is stopped (`SIGSTOP`) and continued: the host clock has advanced, playback without a device has not.
@Suite struct StoppedProcessTests {
  enum AudioDevice: CaseIterable, Sendable { case none, standIn }

  private struct NoDevice: AudioOutputProvider {
    func format(for preferred: AudioFormat) throws -> AudioFormat { preferred }
    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      throw AudioOutputError.noDevice
    }
  }

  private func stage(_ audio: AudioDevice) -> Stage {
    switch audio {
    case .none: Stage(hasAudio: false)
    case .standIn: Stage(device: { _, _ in NoDevice() })
    }
  }

  @Test(arguments: AudioDevice.allCases) func continuesWhereProcessWasStopped(audio: AudioDevice) throws {
    let stage = stage(audio)
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.clearRecords()
    let start = stage.clock.now
    stage.session.setRate(1)
    stage.advance(by: .seconds(3))
    let before = stage.session.currentTime().seconds
    // Longer than the watchdog tolerates a constant position.
    stage.clock.leap(by: .seconds(100))
    #expect(stage.session.currentTime().seconds == before, "it stands while the loop has not checked")
    stage.advance(by: .seconds(2))
    #expect(abs(stage.session.currentTime().seconds - before - 2) <= 0.05)
    #expect(stage.playToEnd())
    #expect(stage.numbers.compactMap { $0 } == Array(1..<600), "no frame is left out")
    let end = try #require(stage.shown.last?.hostTime)
    #expect((119.8...120.6).contains((end - start).seconds))
    #expect(!stage.eventLog.contains { $0.hasPrefix("failed") })
  }

  @Test func continuesAtRateAfterProcessStop() throws {
    let stage = stage(.none)
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.session.setRate(2)
    stage.advance(by: .seconds(3))
    let before = stage.session.currentTime().seconds
    #expect((5.5...6.5).contains(before))
    stage.clock.leap(by: .seconds(5))
    stage.advance(by: .seconds(1))
    #expect(abs(stage.session.currentTime().seconds - before - 2) <= 0.1)
  }

  /// The session checks rarely; between its checks a program has seen the position, or a viewer a frame.
  @Test(arguments: [1.1, 1.15, 1.2, 1.24]) func doesNotGoBackBehindSeenPosition(stop: Double) throws {
    let stage = stage(.none)
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.clearRecords()
    stage.session.setRate(1)
    stage.advance(by: .seconds(stop))
    let shown = try #require(stage.shown.last?.time.seconds)
    stage.clock.leap(by: .seconds(5))
    #expect((shown - 1e-6..<stop + 0.01).contains(stage.session.currentTime().seconds), "a frame was shown")
    stage.advance(by: .milliseconds(100))
    let seen = stage.session.currentTime()
    stage.clock.leap(by: .seconds(5))
    #expect(stage.session.currentTime() == seen, "a program has asked")
  }

  /// A pause is no stop: the clock is re-anchored after it.
  @Test func pauseIsNotAProcessStop() throws {
    let stage = stage(.none)
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(2))
    stage.session.setRate(0)
    stage.advance(by: .seconds(30))
    let before = stage.session.currentTime().seconds
    stage.session.setRate(1)
    stage.advance(by: .seconds(2))
    #expect(abs(stage.session.currentTime().seconds - before - 2) <= 0.05)
  }
}
