import CoreMedia
import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadEngine

/// Surround sound on two loudspeakers: a tone of its own in each channel tells where it is heard, and how loud.
@Suite(.serialized) struct DownMixTests {
  private static let sampleRate = 48_000

  /// Two loudspeakers, whatever the film has.
  private final class Stereo: AudioOutputProvider {
    let audio: CapturingAudio
    init(_ audio: CapturingAudio) { self.audio = audio }
    func format(for preferred: AudioFormat) throws -> AudioFormat {
      AudioFormat(sampleRate: preferred.sampleRate, channelCount: 2)
    }
    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      try audio.makeOutput(source: source, clock: clock)
    }
  }

  /// How much of each channel the left and the right loudspeaker give; `mask`: WAVE_FORMAT_EXTENSIBLE's.
  private static func mixed(mask: UInt32) throws -> [(left: Double, right: Double)] {
    let count = mask.nonzeroBitCount
    let tones = (0..<count).map { 300.0 + 200 * Double($0) }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("surround-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    try wave(tones, mask).write(to: file)
    let stage = Stage(device: { audio, _ in Stereo(audio) })
    stage.open(file)
    stage.rest()
    #expect(stage.playToEnd())
    let samples = stage.heard.flatMap(\.samples)
    let sides = (0..<2).map { side in
      stride(from: side + 2 * sampleRate / 4, to: side + 2 * sampleRate * 3 / 4, by: 2).map { samples[$0] }
    }
    return tones.map { tone in
      let parts = sides.map { Tone.amplitude(of: tone, in: $0, sampleRate: sampleRate) / 0.25 }
      return (parts[0], parts[1])
    }
  }

  /// A second of sines at a quarter of full scale, 16 bits.
  private static func wave(_ tones: [Double], _ mask: UInt32) -> Data {
    func bytes<Value: FixedWidthInteger>(_ value: Value) -> Data {
      withUnsafeBytes(of: value.littleEndian) { Data($0) }
    }
    let count = tones.count
    var sound = Data()
    for index in 0..<sampleRate {
      for tone in tones {
        sound += bytes(Int16(0.25 * 32767 * sin(2 * Double.pi * tone * Double(index) / Double(sampleRate))))
      }
    }
    var format = bytes(UInt16(0xFFFE)) + bytes(UInt16(count)) + bytes(UInt32(sampleRate))
    format += bytes(UInt32(sampleRate * count * 2)) + bytes(UInt16(count * 2)) + bytes(UInt16(16))
    format += bytes(UInt16(22)) + bytes(UInt16(16)) + bytes(mask)
    format += bytes(UInt32(1)) + bytes(UInt16(0)) + bytes(UInt16(0x10)) + Data([0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71])
    let body = Data("WAVEfmt ".utf8) + bytes(UInt32(format.count)) + format + Data("data".utf8)
    return Data("RIFF".utf8) + bytes(UInt32(body.count + 4 + sound.count)) + body + bytes(UInt32(sound.count)) + sound
  }

  /// ITU-R BS.775-3, table 2: the front channels in full, the centre and the surrounds at 0.7071 of that. The low-frequency
  /// channel is not for two loudspeakers.
  private static func expect(_ mixed: [(left: Double, right: Double)], _ weights: [(left: Double, right: Double)]) {
    for (channel, (found, weight)) in zip(mixed, weights).enumerated() {
      #expect(abs(found.left - weight.left) < 0.01, "channel \(channel) on the left")
      #expect(abs(found.right - weight.right) < 0.01, "channel \(channel) on the right")
    }
  }

  private static let half = 0.5.squareRoot()

  @Test(arguments: [0x3F, 0x60F] as [UInt32]) func fiveAndOne(mask: UInt32) throws {
    // Front left, front right, centre, low frequencies, surround left, surround right.
    Self.expect(
      try Self.mixed(mask: mask),
      [(1, 0), (0, 1), (Self.half, Self.half), (0, 0), (Self.half, 0), (0, Self.half)])
  }

  @Test func sevenAndOne() throws {
    // Front left, front right, centre, low frequencies, back left, back right, side left, side right.
    Self.expect(
      try Self.mixed(mask: 0x63F),
      [(1, 0), (0, 1), (Self.half, Self.half), (0, 0)] + [
        (Self.half, 0), (0, Self.half), (Self.half, 0), (0, Self.half),
      ])
  }
}
