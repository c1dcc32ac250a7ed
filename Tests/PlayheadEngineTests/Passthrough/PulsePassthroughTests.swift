import Foundation
import PlayheadClock
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadAudio

/// Bursts on a sound server whose device decodes some formats.
@Suite(.serialized, .enabled(if: PrivatePulse.isInstalled, "pulseaudio, pactl or pacat is not installed"))
struct PulsePassthroughTests {
  /// A server whose device decodes all codecs but DTS, and AC-3 only at 48 kHz.
  private static func server(_ format: AudioFormat = AudioFormat(.ac3, frameRate: 48_000)) throws -> PrivatePulse {
    let formats = "pcm;ac3-iec61937,format.rate=\\\"48000\\\";eac3-iec61937;truehd-iec61937"
    let pulse = try PrivatePulse(
      sink: "rate=\(format.sampleRate) channels=\(format.channelCount) formats=\"\(formats)\"")
    pulse.waitUntilReady()
    return pulse
  }

  /// A path to the device, and its ring full of words.
  private static func path(_ format: AudioFormat, _ pulse: PrivatePulse) throws -> AudioOutputPath {
    let path = try AudioOutputPath(
      preferred: format, provider: SystemOutputProvider(server: pulse.address), clock: SystemClock(), seconds: 4)
    path.reset(epoch: 1)
    path.ring.addAnchor(media: 0, rate: 1, epoch: 1)
    let words = [Float](repeating: 0.25, count: 4 * format.sampleRate * format.channelCount)
    _ = words.withUnsafeBufferPointer { path.ring.write($0, epoch: 1) }
    return path
  }

  /// The audible position, once it has reached a time; nil if it does not within ten seconds.
  private static func position(of path: AudioOutputPath, from nanoseconds: Int64) -> Int64? {
    for _ in 0..<1_000 {
      if case .playing(let reading) = path.read(), reading.media >= nanoseconds { return reading.media }
      usleep(10_000)
    }
    return nil
  }

  @Test(
    "the device plays the format in real time",
    arguments: [
      (PassthroughCodec.ac3, 48_000, "ac3-iec61937"), (.eac3, 192_000, "eac3-iec61937"),
      (.truehd, 192_000, "truehd-iec61937"),
    ])
  func playsInRealTime(codec: PassthroughCodec, frameRate: Int, name: String) throws {
    let format = AudioFormat(codec, frameRate: frameRate)
    let pulse = try Self.server(format)
    defer { pulse.stop() }
    let path = try Self.path(format, pulse)
    #expect(path.read().isSilent)
    try path.start(at: SystemClock().now)
    let first = try #require(Self.position(of: path, from: 200_000_000))
    let start = ContinuousClock.now
    #expect(pulse.output("list", "sink-inputs").contains("Format: \(name)"))
    let second = try #require(Self.position(of: path, from: first + 1_000_000_000))
    let elapsed = start.duration(to: .now) / .nanoseconds(1)
    // The clocks of a null sink and of the machine are the same one; polls are 10 ms apart, on a machine under load.
    #expect(abs(Double(second - first) - elapsed) < 200_000_000, "\(second - first) ns in \(elapsed) ns")
    #expect(path.latency.seconds > 0 && path.latency.seconds < 1)
    #expect(!path.takeTimingFault())
    // A stopped output leaves the device to others, and continues with the next sample.
    let stopped = path.ring.position
    path.stop()
    #expect(!pulse.output("list", "sink-inputs").contains("Format:"))
    try path.start(at: SystemClock().now)
    let third = try #require(Self.position(of: path, from: 0))
    #expect(third >= second && path.ring.position > stopped)
    path.stop()
  }

  @Test("a format that the device does not offer is refused") func refusesFormatThatIsNotOffered() throws {
    let pulse = try Self.server()
    defer { pulse.stop() }
    #expect(throws: PassthroughRefusal.notOffered) { try Self.path(AudioFormat(.dts, frameRate: 48_000), pulse) }
    #expect(throws: PassthroughRefusal.notOffered) { try Self.path(AudioFormat(.ac3, frameRate: 44_100), pulse) }
  }

  @Test("a device that another program uses is refused") func refusesDeviceInUse() throws {
    let pulse = try Self.server()
    defer { pulse.stop() }
    let other = try pulse.play(role: "music")
    defer {
      other.killIfStarted()
      other.waitUntilExit()
    }
    for _ in 0..<500 {
      if pulse.output("list", "sink-inputs").contains("Format:") { break }
      usleep(10_000)
    }
    #expect(throws: PassthroughRefusal.busy) { try Self.path(AudioFormat(.ac3, frameRate: 48_000), pulse) }
  }

  @Test("a missing server is refused, and a lost one is reported") func reportsMissingAndLostServer() throws {
    let pulse = try Self.server()
    let path = try Self.path(AudioFormat(.ac3, frameRate: 48_000), pulse)
    try path.start(at: SystemClock().now)
    #expect(Self.position(of: path, from: 0) != nil)
    pulse.stop()
    for _ in 0..<1_000 where !path.needsDevice { usleep(10_000) }
    #expect(path.needsDevice && path.read().isLost)
    path.stop()
    #expect(throws: PassthroughRefusal.noDevice) { try Self.path(AudioFormat(.ac3, frameRate: 48_000), pulse) }
  }
}

extension AudioOutputPath.State {
  /// Whether nothing has been played.
  fileprivate var isSilent: Bool { if case .silent = self { true } else { false } }
  /// Whether the device was lost.
  fileprivate var isLost: Bool { if case .lost = self { true } else { false } }
}
