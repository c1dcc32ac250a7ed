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

    /// A new stream's position is extrapolated from when it was opened, as by PulseAudio before it has news from the
    /// server.
    case positionSinceOpening

    /// Those that a device cannot have.
    static let named = allCases.filter { $0 != .positionSinceOpening }
  }

  /// A device whose reports have a fault; nil for none.
  private struct FaultyAudio: AudioOutputProvider {
    let audio: CapturingAudio
    let fault: Fault?

    func format(for preferred: AudioFormat) throws -> AudioFormat { try audio.format(for: preferred) }
    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      Output(try audio.makeOutput(source: source, clock: clock), fault, clock)
    }

    private final class Output: AudioOutput {
      private let output: any AudioOutput
      private let fault: Fault?
      private let count = Atomic<Int>(0)
      private let clock: any EngineClock
      private let opened: HostTime
      private let started = Mutex<HostTime?>(nil)
      var format: AudioFormat { output.format }

      init(_ output: any AudioOutput, _ fault: Fault?, _ clock: any EngineClock) {
        (self.output, self.fault, self.clock, opened) = (output, fault, clock, clock.now)
      }
      func start() throws {
        started.withLock { if $0 == nil { $0 = clock.now } }
        try output.start()
      }
      func stop() { output.stop() }
      /// The time in which the server sends no news.
      private static let silence = HostDuration.milliseconds(60)
      func played() -> (frames: Int64, at: HostTime)? {
        if fault == .positionSinceOpening, let started = started.withLock({ $0 }), clock.now - started < Self.silence {
          return (Int64((clock.now - opened).seconds * Double(format.sampleRate)), clock.now)
        }
        guard let (frames, at) = output.played() else { return nil }
        let count = count.wrappingAdd(1, ordering: .relaxed).newValue
        switch fault {
        case .negativePosition: return (-48_000, at)
        case .sometimesNegativePosition: return (count % 5 == 0 ? -frames : frames, at)
        case .smallestPosition: return (.min, at)
        case .positionBeyondRendered: return (frames + 480_000, at)
        case .largestPosition: return (.max, at)
        case .positionSinceOpening, nil: return (frames, at)
        }
      }
    }
  }

  /// The times of all shown frames of playback, and the number of entries of the journal about the timing.
  ///
  /// - Parameter isComplete: Whether the file is played to its end, instead of for a second.
  private func play(
    _ fault: Fault?, isComplete: Bool = true
  ) throws -> (frames: [CMTime], entries: Int, seconds: Double) {
    let stage = Stage(device: { audio, _ in FaultyAudio(audio: audio, fault: fault) })
    let item = try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    let start = stage.clock.now
    if isComplete {
      #expect(stage.playToEnd())
    } else {
      stage.session.setRate(1)
      stage.advance(by: .seconds(1))
    }
    let entries = item.journal.entries.filter { if case .invalidAudioTiming = $0.event { true } else { false } }
    return (stage.shown.map(\.time), entries.count, (stage.clock.now - start).seconds)
  }

  @Test("playback that begins a second after the device was opened shows every frame")
  func positionSinceOpeningIsNotBelieved() throws {
    let (expected, found) = (try play(nil, isComplete: false), try play(.positionSinceOpening, isComplete: false))
    #expect(found.frames == expected.frames && found.frames.count > 20 && found.entries == 0)
  }

  @Test("playback shows the same frames, and the journal names the fault", arguments: Fault.named)
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
    func frames(_ reported: Int64, of rendered: Int64) -> Int64 {
      policy.frames(reported, rendered: rendered, sampleRate: 48_000, at: HostTime(nanoseconds: 0))
    }
    #expect(frames(0, of: 480) == 0 && frames(480, of: 480) == 480)
    #expect(policy.latency(.zero) == .zero && policy.latency(.seconds(4)) == .seconds(4))
    let hasNoFault = !policy.takeFault()
    #expect(hasNoFault)
    #expect(frames(-1, of: 480) == 0 && frames(.min, of: 480) == 0)
    #expect(frames(481, of: 480) == 480)
    #expect(frames(.max, of: 0) == 0)
    let (hasFault, hasSecond) = (policy.takeFault(), policy.takeFault())
    #expect(hasFault && !hasSecond)
    var other = DeviceTimingPolicy()
    #expect(other.latency(HostDuration(nanoseconds: -1)) == .zero)
    #expect(other.latency(HostDuration(nanoseconds: .max)) == .seconds(4))
    let isFault = other.takeFault()
    #expect(isFault)
  }

  @Test("a device has not played more than the time since its start permits") func positionFollowsStart() {
    var policy = DeviceTimingPolicy()
    let start = HostTime(nanoseconds: 5_000_000_000)
    policy.starts(at: start, rendered: 0)
    func frames(_ reported: Int64, after milliseconds: Int64) -> Int64 {
      policy.frames(reported, rendered: 9_600, sampleRate: 48_000, at: start + .milliseconds(milliseconds))
    }
    #expect(frames(3_356, after: 0) == 0 && frames(3_356, after: -1) == 0)
    #expect(frames(3_356, after: 10) == 480 && frames(400, after: 10) == 400)
    // Later the clocks of device and computer may differ.
    #expect(frames(9_500, after: 1_000) == 9_500 && frames(9_500, after: 10) == 9_500)
    policy.starts(at: start, rendered: 960)
    #expect(frames(9_500, after: 10) == 1_440)
    let hasFault = policy.takeFault()
    #expect(!hasFault)
  }
}
