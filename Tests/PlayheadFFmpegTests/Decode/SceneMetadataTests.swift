import Foundation
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// The peak of each scene by HDR10+.
@Suite("Metadata of scenes", .enabled(if: MadeFile.hasFFmpeg, "ffmpeg is not installed")) struct SceneMetadataTests {
  /// Bits, the most significant first.
  private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func append(_ value: Int, _ width: Int) {
      for bit in (0..<width).reversed() {
        if count % 8 == 0 { bytes.append(0) }
        bytes[count / 8] |= UInt8(value >> bit & 1) << UInt8(7 - count % 8)
        count += 1
      }
    }
  }

  /// A unit of supplemental information (ITU-T H.265 §7.3.5) with the metadata of SMPTE ST 2094-40. `maximum`: the
  /// largest red, green and blue in 0.1 cd/m².
  private static func unit(maximum: [Int]) -> [UInt8] {
    var metadata = Bits()
    metadata.append(0xB5_003C_0001_04, 48)
    metadata.append(1, 8)
    metadata.append(1, 2)
    metadata.append(400, 27)
    metadata.append(0, 1)
    for value in maximum { metadata.append(value, 17) }
    metadata.append(100, 17)
    metadata.append(0, 4)
    metadata.append(0, 10)
    metadata.append(0, 3)
    let payload = metadata.bytes
    var unit: [UInt8] = [0x4E, 0x01]
    var zeros = 0
    for byte in [4, UInt8(payload.count)] + payload + [0x80] {
      if zeros == 2, byte <= 3 {
        unit.append(3)
        zeros = 0
      }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return [0, 0, 0, 1] + unit
  }

  /// Adds metadata to the pictures of a stream, which have one slice each.
  private static func add(_ maxima: [[Int]], to stream: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var picture = 0
    var position = 0
    while position < stream.count {
      let isStart = position + 3 < stream.count && stream[position..<position + 3].elementsEqual([0, 0, 1])
      // The types of units below 32 are slices.
      if isStart, stream[position + 3] >> 1 & 63 < 32 {
        if result.last == 0 { result.removeLast() }
        result += unit(maximum: maxima[picture]) + [0]
        picture += 1
      }
      result.append(stream[position])
      position += 1
    }
    return result
  }

  @Test("Decoded frames have the peak of their scene, and that of the stream")
  func frames() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let plain = try MadeFile.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=s=128x96:r=10:d=0.6", "-pix_fmt", "yuv420p10le", "-c:v", "libx265",
        "-x265-params", "log-level=0:bframes=0:slices=1:hdr10=1:max-cll=4000,400", "-color_primaries", "bt2020",
        "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "a.hevc",
      ], in: folder)
    // The last ones are black, and brighter than PQ.
    let maxima = [[4000, 100, 3], [100, 4000, 3], [16, 17, 12_345], [100_000, 1, 1], [0, 0, 0], [131_071, 1, 1]]
    let file = folder.appendingPathComponent("scenes.hevc")
    try Data(Self.add(maxima, to: [UInt8](Data(contentsOf: plain)))).write(to: file)
    let colors = try VideoFrame.all(of: file).map(\.color)
    #expect(colors.map(\.scenePeak) == [400, 400, 1235, 10_000, 0, 0])
    #expect(colors.allSatisfy { $0.peakLuminance == 4000 })
  }

  /// The peak for which a color is mapped.
  private func peak(transfer: Int32 = 16, stream: Int32 = 4000, scene: Int32) -> Int32? {
    var color = ColorDescription(
      primaries: 9, transfer: transfer, matrix: 9, isFullRange: false, peakLuminance: stream)
    color.scenePeak = scene
    return ColorMapping.Source(color)?.peak
  }

  @Test("Colors are mapped for the peak of the scene, in steps of at most 8 %")
  func mapping() throws {
    #expect(peak(scene: 0) == 4000)
    #expect(peak(stream: 0, scene: 0) == 1000)
    #expect(peak(transfer: 18, scene: 500) == 1000, "HLG is relative to its display")
    var values: Set<Int32> = []
    for scene in stride(from: 1, through: 10_000, by: 11) as StrideThrough<Int32> {
      let mapped = try #require(peak(scene: scene))
      #expect(mapped >= scene && Double(mapped) <= max(Double(scene), 203) * 1.09)
      values.insert(mapped)
    }
    #expect(values.count < 60)
    #expect(peak(scene: 1) == peak(scene: 203), "the curve is the same below white")
    #expect(peak(scene: 10_000) == 10_000)
  }
}
