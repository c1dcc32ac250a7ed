import CoreMedia
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadAudio
@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// Audio devices that report impossible positions.
@Suite struct AudioTimingFaultTests {
  /// The value that a device reports in place of the right one.
  enum Fault: CaseIterable, Sendable {
    case negativePosition, sometimesNegativePosition, smallestPosition, positionBeyondRendered, largestPosition
  }

  /// A device whose reports have a fault; nil for none.
  private struct FaultyAudio: AudioOutputProvider {
    let audio: CapturingAudio
    let fault: Fault?

    func format(for preferred: AudioFormat) throws -> AudioFormat { try audio.format(for: preferred) }
    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      Output(try audio.makeOutput(source: source, clock: clock), fault)
    }

    private final class Output: AudioOutput {
      private let output: any AudioOutput
      private let fault: Fault?
      private let count = Atomic<Int>(0)
      var format: AudioFormat { output.format }

      init(_ output: any AudioOutput, _ fault: Fault?) { (self.output, self.fault) = (output, fault) }
      func start() throws { try output.start() }
      func stop() { output.stop() }
      func played() -> (frames: Int64, at: HostTime)? {
        guard let (frames, at) = output.played() else { return nil }
        let count = count.wrappingAdd(1, ordering: .relaxed).newValue
        switch fault {
        case .negativePosition: return (-48_000, at)
        case .sometimesNegativePosition: return (count % 5 == 0 ? -frames : frames, at)
        case .smallestPosition: return (.min, at)
        case .positionBeyondRendered: return (frames + 480_000, at)
        case .largestPosition: return (.max, at)
        case nil: return (frames, at)
        }
      }
    }
  }

  /// The times of all shown frames of playback, and the number of entries of the journal about the timing.
  private func play(_ fault: Fault?) throws -> (frames: [CMTime], entries: Int, seconds: Double) {
    let stage = Stage(device: { audio, _ in FaultyAudio(audio: audio, fault: fault) })
    let item = try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    let start = stage.clock.now
    #expect(stage.playToEnd())
    let entries = item.journal.entries.filter { if case .invalidAudioTiming = $0.event { true } else { false } }
    return (stage.shown.map(\.time), entries.count, (stage.clock.now - start).seconds)
  }

  @Test("playback shows the same frames, and the journal names the fault", arguments: Fault.allCases)
  func playbackShowsSameFrames(fault: Fault) throws {
    let (expected, found) = (try play(nil), try play(fault))
    #expect(expected.entries == 0 && expected.frames.count > 100)
    #expect(found.frames.last == expected.frames.last && found.frames.count > expected.frames.count * 9 / 10)
    // A device that never plays is replaced after two seconds.
    #expect(abs(found.seconds - expected.seconds) < 4)
    // Once for each output: a device that never seems to play is opened again.
    let isReopened = fault == .negativePosition || fault == .smallestPosition
    #expect(found.entries == (isReopened ? 2 : 1))
  }

  @Test("values are limited to possible ones") func valuesAreLimited() {
    var policy = DeviceTimingPolicy()
    #expect(policy.frames(0, rendered: 480) == 0 && policy.frames(480, rendered: 480) == 480)
    #expect(policy.latency(.zero) == .zero && policy.latency(.seconds(4)) == .seconds(4))
    let hasNoFault = !policy.takeFault()
    #expect(hasNoFault)
    #expect(policy.frames(-1, rendered: 480) == 0)
    #expect(policy.frames(.min, rendered: 480) == 0 && policy.frames(481, rendered: 480) == 480)
    #expect(policy.frames(.max, rendered: 0) == 0)
    let (hasFault, hasSecond) = (policy.takeFault(), policy.takeFault())
    #expect(hasFault && !hasSecond)
    var other = DeviceTimingPolicy()
    #expect(other.latency(HostDuration(nanoseconds: -1)) == .zero)
    #expect(other.latency(HostDuration(nanoseconds: .max)) == .seconds(4))
    let isFault = other.takeFault()
    #expect(isFault)
  }
}
