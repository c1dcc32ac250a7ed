import CoreGraphics
import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PlayheadImages

/// Images of real media compared with reference images of other projects.
@Suite(.serialized, .enabled(if: Corpus.folder != nil, "there is no corpus of real media"))
struct ReferenceImageTests {
  private struct NoImage: Error { var outcome: String }

  private static func file(_ name: String) throws -> URL {
    try #require(Corpus.folder).appendingPathComponent("files/mp4").appendingPathComponent(name)
  }

  private static func image(_ name: String, at time: CMTime) throws -> CGImage {
    var request = ImageRequest()
    request.toleranceBefore = .zero
    request.isUpright = true
    request.colors = .sRGB
    let outcome = ImageExtractor(url: try file(name)).image(at: time, request: request)
    guard case .image(let extracted) = outcome else { throw NoImage(outcome: "\(outcome)") }
    return extracted.image
  }

  private static func colors(_ image: CGImage) throws -> [[Int]] {
    let bytes = try #require(image.dataProvider?.data?.bytes).assumingMemoryBound(to: UInt8.self)
    return (0..<image.height).map { y in
      (0..<image.width * 4).compactMap { $0 % 4 == 3 ? nil : Int(bytes[y * image.bytesPerRow + $0]) }
    }
  }

  /// Peak signal to noise in decibels; infinite where all is equal.
  private static func likeness(_ first: [[Int]], _ second: [[Int]]) -> Double {
    guard first.count == second.count, first.first?.count == second.first?.count else { return 0 }
    var sum = 0
    for (left, right) in zip(first, second) { for (a, b) in zip(left, right) { sum += (a - b) * (a - b) } }
    let count = first.count * (first.first?.count ?? 0)
    return sum == 0 ? .infinity : 10 * log10(65_025 * Double(count) / Double(sum))
  }

  /// The manifest calls these bit exact. The file has 29.917 fps.
  @Test(arguments: [0, 14, 15, 16, 29]) func framesMatchBitExactReferences(number: Int) throws {
    let image = try Self.image("testvid_1022ms.mp4", at: seconds((Double(number) + 0.5) / 29.917))
    let reference = try Self.image("testvid_1022ms_\(number < 10 ? "00" : "0")\(number).png", at: .zero)
    #expect(try Self.likeness(Self.colors(image), Self.colors(reference)) == .infinity)
  }

  /// Made by another decoder and converter.
  @Test func frameMatchesAndroidReference() throws {
    let image = try Self.image("sample.mp4", at: .zero)
    let reference = try Self.image("sample_0.000.png", at: .zero)
    #expect(try Self.likeness(Self.colors(image), Self.colors(reference)) >= 40)
  }

  /// The file requires a rotation of 180°; its reference is rotated by a further clockwise quarter turn.
  @Test func rotatedFrameMatchesAndroidReference() throws {
    let image = try Self.colors(Self.image("emulator_180_rotated.mp4", at: .zero))
    let reference = try Self.colors(Self.image("emulator_180_rotated_0.000.png", at: .zero))
    #expect(image.count == 720 && reference.count == 1280)
    let turned = (0..<720).map { y in
      (0..<1280).flatMap { x -> ArraySlice<Int> in
        let column = 719 - y
        return reference[x][column * 3..<column * 3 + 3]
      }
    }
    #expect(Self.likeness(image, turned) >= 40)
  }

  /// decord's tests: the upright height and width.
  @Test func rotatedFilesHaveUprightSizes() throws {
    let quarter = try Self.image("video_90.mov", at: .zero)
    #expect(quarter.width == 320 && quarter.height == 568)
    let half = try Self.image("video_180.mov", at: .zero)
    #expect(half.width == 568 && half.height == 320)
    let wide = try Self.image("sar_2x1.mp4", at: .zero)
    #expect(wide.width == 1280 && wide.height == 360)
  }
}
