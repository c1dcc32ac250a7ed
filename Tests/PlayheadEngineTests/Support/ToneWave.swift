import Foundation
import PlayheadTesting

@testable import PlayheadAudio
@testable import PlayheadClock

/// A second of sines, one for each channel of a WAVE_FORMAT_EXTENSIBLE file.
enum ToneWave {
  static let sampleRate = 48_000
  static let amplitude = 0.25

  static func data(_ tones: [Double], mask: UInt32) -> Data {
    let count = tones.count
    var audio = Data()
    for index in 0..<sampleRate {
      for tone in tones {
        audio += bytes(Int16(amplitude * 32767 * sin(2 * Double.pi * tone * Double(index) / Double(sampleRate))))
      }
    }
    var format = bytes(UInt16(0xFFFE)) + bytes(UInt16(count)) + bytes(UInt32(sampleRate))
    format += bytes(UInt32(sampleRate * count * 2)) + bytes(UInt16(count * 2)) + bytes(UInt16(16))
    format += bytes(UInt16(22)) + bytes(UInt16(16)) + bytes(mask)
    format += bytes(UInt32(1)) + bytes(UInt16(0)) + bytes(UInt16(0x10)) + Data([0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71])
    let body = Data("WAVEfmt ".utf8) + bytes(UInt32(format.count)) + format + Data("data".utf8)
    return Data("RIFF".utf8) + bytes(UInt32(body.count + 4 + audio.count)) + body + bytes(UInt32(audio.count)) + audio
  }

  private static func bytes<Value: FixedWidthInteger>(_ value: Value) -> Data {
    withUnsafeBytes(of: value.littleEndian) { Data($0) }
  }
}

/// A device with a fixed number of channels, whatever the file has.
final class FixedSpeakers: AudioOutputProvider {
  let audio: CapturingAudio
  let count: Int
  init(_ audio: CapturingAudio, count: Int) { (self.audio, self.count) = (audio, count) }
  func format(for preferred: AudioFormat) throws -> AudioFormat {
    AudioFormat(sampleRate: preferred.sampleRate, channelCount: count)
  }
  func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
    try audio.makeOutput(source: source, clock: clock)
  }
}
