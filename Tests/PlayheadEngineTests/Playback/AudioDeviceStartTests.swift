import CoreMedia
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadAudio
@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// Audio devices that cannot be opened, refuse to start, or start and play nothing.
@Suite struct AudioDeviceStartTests {
  enum Fault: CaseIterable, Sendable { case isMissing, refusesToStart, playsNothing }

  /// A device with a fault until a given time; outputs made afterwards work.
  private final class FaultyAudio: AudioOutputProvider {
    let audio: CapturingAudio
    let clock: ManualClock
    let fault: Fault
    let end: HostTime

    init(_ audio: CapturingAudio, _ clock: ManualClock, _ fault: Fault, until seconds: Double) {
      (self.audio, self.clock, self.fault) = (audio, clock, fault)
      end = clock.now + .seconds(seconds)
    }

    func format(for preferred: AudioFormat) throws -> AudioFormat {
      if fault == .isMissing, clock.now < end { throw AudioOutputError.noDevice }
      return try audio.format(for: preferred)
    }

    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      let output = try audio.makeOutput(source: source, clock: clock)
      guard clock.now < end else { return output }
      if fault == .isMissing { throw AudioOutputError.noDevice }
      return Output(format: output.format, isRefusing: fault == .refusesToStart)
    }

    private final class Output: AudioOutput {
      let format: AudioFormat
      let isRefusing: Bool
      init(format: AudioFormat, isRefusing: Bool) { (self.format, self.isRefusing) = (format, isRefusing) }
      func start() throws { if isRefusing { throw AudioOutputError.refused(code: -1) } }
      func stop() {}
      func played() -> (frames: Int64, at: HostTime)? { nil }
    }
  }

  private func stage(_ fault: Fault, until seconds: Double) -> Stage {
    Stage(device: { audio, clock in FaultyAudio(audio, clock, fault, until: seconds) })
  }

  @Test("audio alone plays its whole duration in silence if no device ever works", arguments: Fault.allCases)
  func audioOnly(fault: Fault) throws {
    let stage = stage(fault, until: 1_000)
    try stage.open("audio.flac")
    stage.advanceUntilIdle()
    let start = stage.clock.now
    #expect(stage.playToEnd())
    #expect(stage.eventLog.contains("playedToEnd"))
    let duration = try #require(Fixtures.expected.first { $0.name == "audio.flac" }?.audioSeconds)
    // A device that plays nothing is given up after two seconds.
    let limit = fault == .playsNothing ? 2.5 : 0.3
    #expect((duration - 0.3...duration + limit).contains((stage.clock.now - start).seconds))
    #expect(stage.capturedAudio.isEmpty)
  }

  @Test(
    "a device that works later is used from then on, in sync",
    arguments: [
      (Fault.isMissing, "audio.flac", 8.0), (.refusesToStart, "audio.flac", 8), (.isMissing, "demo.mp4", 14),
      (.refusesToStart, "demo.mp4", 14), (.playsNothing, "demo.mp4", 14),
    ])
  func lateDevice(fault: Fault, file: String, seconds: Double) throws {
    let stage = stage(fault, until: 3.5)
    let item = try stage.open(file)
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(seconds))
    let last = try #require(stage.capturedAudio.last)
    #expect(abs((stage.clock.now - last.hostTime).seconds) < 0.1)
    #expect(abs(last.time.seconds - stage.session.currentTime().seconds) < 0.1)
    let names = item.journal.entries.map { String("\($0.event)".prefix { $0 != "(" }) }
    #expect(
      names.filter { $0 == "noAudioDevice" }.count == 1 && names.filter { $0 == "audioDeviceReturned" }.count == 1,
      "\(names)")
  }

  @Test func videoShowsEveryFrameWithoutDevice() throws {
    let stage = stage(.refusesToStart, until: 1_000)
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.clearRecords()
    #expect(stage.playToEnd())
    #expect(stage.numbers.compactMap { $0 } == Array(1..<600), "the first one was shown before")
    #expect(stage.eventLog.filter { $0 == "playing" }.count == 1)
  }

  @Test func searchesDeviceLessOftenAfterOneMinute() {
    var search = DeviceSearchPolicy()
    var times: [Double] = []
    var now = HostTime.zero
    while (now - .zero).seconds < 120 {
      search.failed(at: now)
      guard let next = search.deadline else { break }
      times.append((next - now).seconds)
      now = next
    }
    #expect(times.prefix(30) == Array(repeating: 2, count: 30)[...])
    #expect(Set(times.dropFirst(30)) == [10])
    search.looked()
    #expect(search.deadline == nil && search.isSearching)
  }
}
