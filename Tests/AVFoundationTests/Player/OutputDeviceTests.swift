import AVFoundation
import PlayheadAudio
import PlayheadClock
import PlayheadItems
import PlayheadTesting
import Synchronization
import Testing

@Suite("§3.1 audioOutputDeviceUniqueID")
@MainActor struct OutputDeviceTests {
  /// Devices by name, each of which records which audio it received and when.
  private final class Devices: AudioOutputProvider {
    struct CapturedBlock: Sendable {
      var device: String
      var media: Double
      var host: Double
      var length: Double
    }
    let name: String
    let log: Log
    final class Log: Sendable {
      let captured = Mutex<[CapturedBlock]>([])
    }

    init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }
    private var audio: CapturingAudio {
      CapturingAudio { [name, log] block in
        let captured = CapturedBlock(
          device: name, media: block.time.seconds, host: Double(block.hostTime.nanoseconds) / 1e9,
          length: Double(block.samples.count / block.format.channelCount) / Double(block.format.sampleRate))
        log.captured.withLock { $0.append(captured) }
      }
    }
    func format(for preferred: AudioFormat) throws -> AudioFormat { preferred }
    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      try audio.makeOutput(source: source, clock: clock)
    }
    func onDevice(_ identifier: String?) -> any AudioOutputProvider { Devices(identifier ?? "default", log) }
  }

  private let log = Devices.Log()

  private func stage() -> Stage {
    Stage { [log] environment in
      var environment = environment
      environment.audio = Devices("default", log)
      return AVPlayer(environment: environment)
    }
  }

  @Test("nil by default; a device set before playing receives all audio")
  func before() {
    let stage = stage()
    #expect(stage.player.audioOutputDeviceUniqueID == nil)
    stage.player.audioOutputDeviceUniqueID = "kitchen"
    #expect(stage.player.audioOutputDeviceUniqueID == "kitchen")
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("sine.wav")))
    stage.settle()
    stage.player.play()
    stage.run(2)
    #expect(Set(log.captured.withLock { $0.map(\.device) }) == ["kitchen"])
  }

  @Test("while playing, audio moves to the other device and back, in sync with the clock")
  func moves() throws {
    let stage = stage()
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("sine.wav")))
    stage.settle()
    stage.player.play()
    stage.run(2)
    stage.player.audioOutputDeviceUniqueID = "kitchen"
    stage.run(2)
    stage.player.audioOutputDeviceUniqueID = nil
    stage.run(7)
    let captured = log.captured.withLock { $0 }
    var order: [String] = []
    for block in captured where order.last != block.device { order.append(block.device) }
    #expect(order == ["default", "kitchen", "default"])
    // The captured audio and its times: no part twice, and no more lost than a device holds.
    let lead = try #require(captured.first).host - captured[0].media
    for block in captured { #expect(abs(block.host - block.media - lead) < 0.06) }
    #expect(captured.reduce(0) { $0 + $1.length } > 9.8)
    #expect(stage.player.timeControlStatus == .paused, "it has ended")
  }
}
