import CPlayheadFFmpeg
import Foundation
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Streams whose samples have colours only with Dolby Vision's metadata.
@Suite(.enabled(if: MadeFile.hasFFmpeg, "ffmpeg is not installed")) struct DolbyVisionTests {
  private static let rows = DolbyVisionReference.rows

  /// A frame for each metadata, with an area of 16 by 16 samples for each row of the reference, side by side.
  private static func frames(_ metadata: [[UInt8]]) throws -> [VideoFrame] {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try VideoFrame.all(
      of: DolbyVisionReference.file(in: folder, columns: rows.count, side: 16, metadata: metadata))
  }

  private static func draw(_ frame: VideoFrame, with scaler: FrameScaler, width: Int, height: Int) throws -> [UInt8] {
    var pixels = [UInt8](repeating: 77, count: width * height * 4)
    let source = try #require(ColorMapping.Source(frame.color))
    try pixels.withUnsafeMutableBytes {
      try scaler.draw(
        frame, into: $0.baseAddress!, bytesPerRow: width * 4, width: width, height: height, format: .bgrx,
        mapping: source)
    }
    return pixels
  }

  private static func expectClose(_ pixels: [UInt8], _ column: Int, areaWidth: Int, y: Int) {
    let differences = rows.enumerated().map { index, row in
      let pixel = (y * rows.count * areaWidth + index * areaWidth + areaWidth / 2) * 4
      let color = [Int(pixels[pixel + 2]), Int(pixels[pixel + 1]), Int(pixels[pixel])]
      return ColorDifference.between(.init(color), .init(row.colors[column]))
    }
    let mean = differences.reduce(0, +) / Double(differences.count)
    #expect(mean <= 0.5, "\(column): \(mean)")
    #expect(differences.allSatisfy { $0 <= 2 }, "\(column): \(differences.max() ?? 0)")
  }

  /// The metadata changes with the frame, and with it the table of the scaler.
  @Test("Frames have the colors that libplacebo gives them, scaled or not") func matchesLibplacebo() throws {
    let metadata = DolbyVisionReference.metadata
    let frames = try Self.frames(metadata)
    try #require(frames.count == metadata.count)
    let scaler = FrameScaler()
    for (column, frame) in frames.enumerated() {
      let pixels = try Self.draw(frame, with: scaler, width: frame.width, height: 16)
      Self.expectClose(pixels, column, areaWidth: 16, y: 8)
      let scaled = try Self.draw(frame, with: scaler, width: frame.width / 2, height: 8)
      Self.expectClose(scaled, column, areaWidth: 8, y: 4)
    }
    #expect(frames.map { $0.color.dolbyVisionMapping?.peak } == [1001, 4000])
    let copies = try frames.map { try #require($0.retimed(to: .zero)).color }
    #expect(copies == frames.map(\.color) && copies[0] != copies[1])
  }

  /// libavcodec accepts curves whose ends are larger than the largest sample.
  @Test("Invalid metadata is recognized, and that of other profiles is ignored") func otherMetadata() throws {
    let found = try Self.frames([DolbyVisionReference.invalidMetadata, DolbyVisionReference.otherProfile])
    #expect(found.map(\.color.dolbyVision) == [.invalid, nil])
  }

  /// 3079 of 4095 in PQ is 1000 cd/m², 2081 is 100 (SMPTE ST 2084). FFmpeg reads the light of scenes since 7.1.
  @Test("The light of a scene has precedence over that of the stream") func lightOfScene() throws {
    let hasLevels = LIBAVUTIL_VERSION_MAJOR > 59 || LIBAVUTIL_VERSION_MAJOR == 59 && LIBAVUTIL_VERSION_MINOR >= 39
    let units = [3079, 2081].map { DolbyVisionReference.adding(maximum: $0, to: DolbyVisionReference.metadata[1]) }
    let frames = try Self.frames(units + [DolbyVisionReference.metadata[1]])
    #expect(frames.map { $0.color.dolbyVisionMapping?.peak } == [4000, 4000, 4000])
    let peaks = frames.map { ColorMapping.Source($0.color)?.peak }
    if hasLevels {
      #expect(frames.map(\.color.scenePeak) == [1001, 100, 0])
      #expect(zip(peaks, [1001, 203, 4000]).allSatisfy { ($1...$1 * 11 / 10).contains($0 ?? 0) })
    } else {
      #expect(peaks == [4000, 4000, 4000])
    }
  }

  @Test("Uncompressed frames of compositions keep the metadata") func uncompressedFrames() throws {
    let frame = try #require(try Self.frames([DolbyVisionReference.metadata[1]]).first)
    let format = RawVideoFormat(frame, transform: .identity)
    let track = TrackInfo(
      index: 0, trackID: 1, kind: .video, codecName: "hevc", codecTag: 0, isDecodable: true, isDefault: true,
      isForced: false, isAttachedPicture: false, timeRange: .zero, timescale: 600, dataRate: 0, metadata: [:],
      video: TrackInfo.VideoInfo(
        width: frame.width, height: frame.height, pixelAspect: .square, transform: .identity, frameRate: 25,
        minFrameDuration: .invalid, color: .unspecified))
    let parameters = try #require(StreamParameters(rawVideo: track, format: format))
    let packet = Packet(
      frame: frame, as: format, at: .zero, duration: frame.duration, parameters: parameters, scaler: FrameScaler())
    var decoder = try VideoDecoder(parameters)
    _ = try decoder.send(#require(packet), skipsNonReference: false)
    let copy = try #require(try decoder.receive())
    #expect(copy.color.dolbyVision == frame.color.dolbyVision)
  }
}
