import CoreMedia
import PlayheadTesting
import Synchronization
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

  @Test(
    "the position follows another latency without going back, and audio and video are in step again",
    arguments: [(0.02, 0.22), (0.22, 0.02)])
  func positionFollowsAnotherLatency(before: Double, after: Double) throws {
    // The server reports the position as libpulse does: it never decreases.
    final class Output: AudioOutput {
      private let output: any AudioOutput
      private let latency: @Sendable () -> Double
      private let last = Mutex<Int64>(0)
      var format: AudioFormat { output.format }
      var reportedLatency: HostDuration { .seconds(latency()) }
      init(_ output: any AudioOutput, latency: @escaping @Sendable () -> Double) {
        (self.output, self.latency) = (output, latency)
      }
      func start() throws { try output.start() }
      func stop() { output.stop() }
      func played() -> (frames: Int64, at: HostTime)? {
        guard let rendered = output.played() else { return nil }
        let frames = rendered.frames - Int64(latency() * Double(format.sampleRate))
        let played = last.withLock { last in
          last = max(last, frames)
          return last
        }
        return played > 0 ? (played, rendered.at) : nil
      }
    }
    struct Audio: AudioOutputProvider {
      var audio: CapturingAudio
      var latency: @Sendable () -> Double
      func format(for preferred: AudioFormat) throws -> AudioFormat { preferred }
      func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
        Output(try audio.makeOutput(source: source, clock: clock), latency: latency)
      }
    }
    let stage = Stage(device: { audio, clock in
      let change = clock.now + .seconds(4)
      return Audio(audio: audio, latency: { clock.now < change ? before : after })
    })
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    var positions: [Double] = []
    for _ in 0..<450 {
      stage.advance(by: .milliseconds(10))
      positions.append(stage.session.currentTime().seconds)
    }
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
    // Longer by 200 ms: the position has stood still that long, which is no stall.
    #expect(!stage.eventLog.contains("stalled"))
    stage.advance(by: .seconds(2))
    let last = try #require(stage.capturedAudio.last)
    let heard = last.time.seconds + (stage.clock.now - last.hostTime).seconds - after
    #expect(abs(stage.session.currentTime().seconds - heard) < 0.002)
    let frame = try #require(stage.shown.last)
    #expect(abs(frame.time.seconds + (stage.clock.now - frame.hostTime).seconds - heard) < 0.002)
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
