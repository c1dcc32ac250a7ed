import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadTesting
import TestSupport
import Testing

/// The speakers of surround channels. Masks are WAVE_FORMAT_EXTENSIBLE's.
@Suite struct SpeakerTests {
  private static let half = 0.5.squareRoot()

  @Test(
    "devices are opened with every speaker that the audio needs",
    arguments: [
      (1, 8, [1]), (2, 8, [2]), (3, 8, [6]), (4, 8, [6]), (5, 8, [6]), (6, 8, [6]), (7, 8, [8]), (8, 8, [8]),
      (4, 4, [4]), (5, 4, [4]), (6, 4, [4]), (8, 6, [6]), (7, 2, [2]), (5, 0, [2]), (16, 32, [8]),
    ])
  func layouts(channels: Int, limit: Int, expected: [Int]) {
    #expect([SpeakerLayout.device(for: channels, limit: limit).channelCount] == expected)
  }

  /// ITU-R BS.775-3, table 2: a missing center is mixed into both front speakers at 0.7071, and so is a single back
  /// channel into both back speakers.
  @Test func mapsFourZeroToQuad() throws {
    // Front left, front right, centre, back centre on front left, front right, back left, back right.
    try expect(
      0x107, on: 4, [[1, 0, 0, 0], [0, 1, 0, 0], [Self.half, Self.half, 0, 0], [0, 0, Self.half, Self.half]])
  }

  @Test(arguments: [0x37, 0x607] as [UInt32]) func mapsFiveZeroToQuad(mask: UInt32) throws {
    try expect(
      mask, on: 4, [[1, 0, 0, 0], [0, 1, 0, 0], [Self.half, Self.half, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
  }

  @Test func mapsQuadToQuad() throws {
    try expect(0x33, on: 4, [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
  }

  @Test(arguments: [0x3F, 0x60F] as [UInt32]) func mapsFiveOneToQuad(mask: UInt32) throws {
    try expect(
      mask, on: 4,
      [[1, 0, 0, 0], [0, 1, 0, 0], [Self.half, Self.half, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
  }

  @Test(arguments: [0x3F, 0x60F] as [UInt32]) func mapsFiveOneInOrder(mask: UInt32) throws {
    let rows = (0..<6).map { row in (0..<6).map { $0 == row ? 1.0 : 0 } }
    try expect(mask, on: 6, rows)
  }

  @Test func mapsFourZeroToFiveOne() throws {
    try expect(
      0x107, on: 6,
      [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 0, Self.half, Self.half]])
  }

  /// The level of each channel of a file in each speaker.
  private func expect(_ mask: UInt32, on speakers: Int, _ expected: [[Double]]) throws {
    let rate = ToneWave.sampleRate
    let tones = (0..<mask.nonzeroBitCount).map { 300.0 + 200 * Double($0) }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("speakers-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    try ToneWave.data(tones, mask: mask).write(to: file)
    let stage = Stage(device: { audio, _ in FixedSpeakers(audio, count: speakers) })
    stage.open(file)
    stage.advanceUntilIdle()
    #expect(stage.playToEnd())
    let samples = stage.capturedAudio.flatMap(\.samples)
    for (tone, row) in zip(tones, expected) {
      for speaker in 0..<speakers {
        let one = stride(from: speaker + speakers * rate / 4, to: speakers * rate * 3 / 4, by: speakers).map {
          samples[$0]
        }
        let found = Tone.amplitude(of: tone, in: one, sampleRate: rate) / ToneWave.amplitude
        #expect(abs(found - row[speaker]) < 0.01, "the tone of \(tone) Hz in speaker \(speaker): \(found)")
      }
    }
  }
}
