import CoreMedia
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadAudio
@testable import PlayheadClock
@testable import PlayheadEngine

/// Switching between several audio devices.
@Suite struct AudioDeviceSwitchTests {
  /// Any number of working devices, and the order in which they were opened.
  private final class Devices: AudioOutputProvider {
    struct Opened: Equatable {
      var device: String?
      var at: HostTime
    }
    let audio: CapturingAudio
    let clock: ManualClock
    let opened = Mutex<[Opened]>([])

    init(_ audio: CapturingAudio, _ clock: ManualClock) { (self.audio, self.clock) = (audio, clock) }

    func format(for preferred: AudioFormat) throws -> AudioFormat { try audio.format(for: preferred) }
    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      try make(nil, source)
    }
    func onDevice(_ identifier: String?) -> any AudioOutputProvider { One(all: self, identifier: identifier) }

    func make(_ device: String?, _ source: AudioRenderer) throws -> any AudioOutput {
      opened.withLock { $0.append(Opened(device: device, at: clock.now)) }
      return try audio.makeOutput(source: source, clock: clock)
    }

    struct One: AudioOutputProvider {
      var all: Devices
      var identifier: String?
      func format(for preferred: AudioFormat) throws -> AudioFormat { try all.format(for: preferred) }
      func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
        try all.make(identifier, source)
      }
    }
  }

  private func stage() throws -> (Stage, Devices) {
    var devices: Devices?
    let stage = Stage(device: { audio, clock in
      let made = Devices(audio, clock)
      devices = made
      return made
    })
    return (stage, try #require(devices))
  }

  @Test("playback continues on another device, in sync, without missing frames")
  func whilePlaying() throws {
    let (stage, devices) = try stage()
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.clearRecords()
    let start = stage.clock.now
    stage.session.setRate(1)
    stage.advance(by: .seconds(4))
    stage.session.setAudioDevice("hall")
    stage.advance(by: .seconds(4))
    #expect(devices.opened.withLock { $0.map(\.device) } == [nil, "hall"])
    #expect(stage.playToEnd())
    #expect(stage.numbers.compactMap { $0 } == Array(1..<600), "the first one was shown before")
    #expect(!stage.eventLog.contains("stalled"))
    let later = stage.capturedAudio.filter { ($0.hostTime - start).seconds > 4.5 }
    #expect(later.reduce(0) { $0 + $1.samples.count / $1.format.channelCount } > 15 * 44_100)
    for audioTrack in later { #expect(abs((audioTrack.hostTime - start).seconds - audioTrack.time.seconds) < 0.1) }
  }

  @Test("switching before playback and while paused")
  func beforeAndInAPause() throws {
    let (stage, devices) = try stage()
    stage.session.setAudioDevice("study")
    try stage.open("demo.mp4")
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    #expect(devices.opened.withLock { $0.map(\.device) } == ["study"])
    stage.session.setRate(0)
    stage.advance(by: .seconds(2))
    stage.session.setAudioDevice(nil)
    // Setting the same device again is no change.
    stage.session.setAudioDevice(nil)
    stage.advanceUntilIdle()
    stage.clearRecords()
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    #expect(devices.opened.withLock { $0.map(\.device) } == ["study", nil])
    #expect(stage.capturedAudio.reduce(0) { $0 + $1.samples.count / $1.format.channelCount } > 40_000)
  }
}
