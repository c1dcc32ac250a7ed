import CoreMedia
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadAudio
@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// Audio devices with a latency of seconds, such as AirPlay speakers behind the sound server.
@Suite struct DistantAudioDeviceTests {
  private static let latency = 2.3

  /// A device that renders at once and is heard after its latency.
  private final class DistantAudio: AudioOutputProvider {
    let audio: CapturingAudio
    init(_ audio: CapturingAudio) { self.audio = audio }

    func format(for preferred: AudioFormat) throws -> AudioFormat { try audio.format(for: preferred) }
    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      Output(try audio.makeOutput(source: source, clock: clock))
    }

    private final class Output: AudioOutput {
      private let output: any AudioOutput
      var format: AudioFormat { output.format }
      var reportedLatency: HostDuration { .seconds(DistantAudioDeviceTests.latency) }

      init(_ output: any AudioOutput) { self.output = output }
      func start() throws { try output.start() }
      func stop() { output.stop() }
      func played() -> (frames: Int64, at: HostTime)? {
        guard let rendered = output.played() else { return nil }
        let frames = rendered.frames - Int64(DistantAudioDeviceTests.latency * Double(format.sampleRate))
        return frames > 0 ? (frames, rendered.at) : nil
      }
    }
  }

  private func makeStage() -> Stage { Stage(device: { audio, _ in DistantAudio(audio) }) }

  /// The media time that is heard now, by the audio that the device has received.
  private func heard(_ stage: Stage) throws -> Double {
    let last = try #require(stage.capturedAudio.last)
    return last.time.seconds + (stage.clock.now - last.hostTime).seconds - Self.latency
  }

  @Test(arguments: ["audio.flac", "demo.mp4"])
  func positionIsTheOneThatIsHeard(file: String) throws {
    let stage = makeStage()
    let item = try stage.open(file)
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(2.2))
    // Nothing is heard yet, so the position waits.
    #expect(stage.session.currentTime().seconds < 0.1)
    stage.advance(by: .seconds(2))
    #expect(abs(stage.session.currentTime().seconds - (try heard(stage))) < 0.05)
    #expect(try #require(stage.capturedAudio.first).time.seconds < 0.01)
    #expect(!item.journal.entries.contains { "\($0.event)".hasPrefix("noAudioDevice") })
  }

  @Test func positionIsTheOneThatIsHeardAfterSeekAndPause() throws {
    let stage = makeStage()
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(4))
    stage.seek(CMTime(value: 8, timescale: 1))
    stage.advance(by: .seconds(4))
    #expect(stage.session.currentTime().seconds > 9)
    #expect(abs(stage.session.currentTime().seconds - (try heard(stage))) < 0.05)
    stage.session.setRate(0)
    stage.advance(by: .seconds(3))
    stage.session.setRate(1)
    stage.advance(by: .seconds(4))
    #expect(abs(stage.session.currentTime().seconds - (try heard(stage))) < 0.05)
  }

  @Test func deviceThatPlaysNothingIsGivenUpDespiteAnImplausibleLatency() throws {
    final class Output: AudioOutput {
      let format: AudioFormat
      var reportedLatency: HostDuration { .seconds(90_000) }
      init(_ format: AudioFormat) { self.format = format }
      func start() throws {}
      func stop() {}
      func played() -> (frames: Int64, at: HostTime)? { nil }
    }
    struct Audio: AudioOutputProvider {
      func format(for preferred: AudioFormat) throws -> AudioFormat { preferred }
      func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
        Output(source.format)
      }
    }
    let stage = Stage(device: { _, _ in Audio() })
    try stage.open("audio.flac")
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(7))
    #expect(stage.session.currentTime().seconds > 0.5)
  }
}
