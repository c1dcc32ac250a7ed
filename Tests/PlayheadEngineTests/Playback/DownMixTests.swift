import CoreMedia
import Foundation
import PlayheadTesting
import TestSupport
import Testing

/// Surround audio on two speakers: a tone in each channel shows its output channel and level.
@Suite(.serialized) struct DownMixTests {
  private static let sampleRate = ToneWave.sampleRate

  /// The level of each channel in the left and right speaker; `mask`: WAVE_FORMAT_EXTENSIBLE's.
  private static func mixed(mask: UInt32) throws -> [(left: Double, right: Double)] {
    let count = mask.nonzeroBitCount
    let tones = (0..<count).map { 300.0 + 200 * Double($0) }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("surround-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    try ToneWave.data(tones, mask: mask).write(to: file)
    let stage = Stage(device: { audio, _ in FixedSpeakers(audio, count: 2) })
    stage.open(file)
    stage.advanceUntilIdle()
    #expect(stage.playToEnd())
    let samples = stage.capturedAudio.flatMap(\.samples)
    let sides = (0..<2).map { side in
      stride(from: side + 2 * sampleRate / 4, to: side + 2 * sampleRate * 3 / 4, by: 2).map { samples[$0] }
    }
    return tones.map { tone in
      let parts = sides.map { Tone.amplitude(of: tone, in: $0, sampleRate: sampleRate) / 0.25 }
      return (parts[0], parts[1])
    }
  }

  /// ITU-R BS.775-3, table 2: the front channels in full, the center and the surrounds at 0.7071 of that. The
  /// low-frequency channel is omitted from stereo.
  private static func expect(_ mixed: [(left: Double, right: Double)], _ weights: [(left: Double, right: Double)]) {
    for (channel, (found, weight)) in zip(mixed, weights).enumerated() {
      #expect(abs(found.left - weight.left) < 0.01, "channel \(channel) on the left")
      #expect(abs(found.right - weight.right) < 0.01, "channel \(channel) on the right")
    }
  }

  private static let half = 0.5.squareRoot()

  @Test(arguments: [0x3F, 0x60F] as [UInt32]) func mixesFiveOneToStereo(mask: UInt32) throws {
    // Front left, front right, centre, low frequencies, surround left, surround right.
    Self.expect(
      try Self.mixed(mask: mask),
      [(1, 0), (0, 1), (Self.half, Self.half), (0, 0), (Self.half, 0), (0, Self.half)])
  }

  @Test func mixesSevenOneToStereo() throws {
    // Front left, front right, centre, low frequencies, back left, back right, side left, side right.
    Self.expect(
      try Self.mixed(mask: 0x63F),
      [(1, 0), (0, 1), (Self.half, Self.half), (0, 0)] + [
        (Self.half, 0), (0, Self.half), (Self.half, 0), (0, Self.half),
      ])
  }
}
