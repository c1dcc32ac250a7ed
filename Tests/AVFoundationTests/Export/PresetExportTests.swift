import AVFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Files that are exported with encoding presets, read back.
@Suite("AVAssetExportSession with encoding presets") struct PresetExportTests {
  private static func export(
    _ asset: AVAsset, _ preset: String, to url: URL, as type: AVFileType, range: CMTimeRange? = nil
  ) async throws -> AVURLAsset {
    let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
    if let range { session.timeRange = range }
    try await session.export(to: url, as: type)
    #expect(session.status == .completed && session.progress == 1)
    return AVURLAsset(url: url)
  }

  private static func frames(_ asset: AVAsset) throws -> [CMSampleBuffer] {
    try TrackSamples.read(asset, .video, TrackSamples.biPlanar)
  }

  private static func range(_ numbers: Range<Int>) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(value: CMTimeValue(numbers.lowerBound), timescale: 30),
      end: CMTime(value: CMTimeValue(numbers.upperBound), timescale: 30))
  }

  @Test(
    "a range is encoded exactly, frame by frame",
    arguments: [AVAssetExportPresetHighestQuality, AVAssetExportPresetHEVCHighestQuality])
  func range(_ preset: String) async throws {
    let folder = try TemporaryFolder()
    let asset = AVURLAsset(url: try Fixtures.url("h264-bframes.mp4"))
    let made = try await Self.export(
      asset, preset, to: folder.url.appendingPathComponent("a.mp4"), as: .mp4, range: Self.range(41..<77))
    let frames = try Self.frames(made)
    #expect(frames.map(TrackSamples.number) == (41..<77).map { $0 })
    #expect(frames.first?.presentationTimeStamp == .zero)
    #expect(abs((made.tracks(withMediaType: .video).first?.timeRange.duration.seconds ?? 0) - 1.2) < 0.001)
  }

  @Test("a track whose container declares only a common duration is encoded", arguments: ["mkv", "nut"])
  func commonDuration(_ ending: String) async throws {
    let folder = try TemporaryFolder()
    let file = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=d=2:r=25:s=64x48 -f lavfi -i sine=d=2 -c:v ffv1 -c:a pcm_s16le a.\(ending)", in: folder.url)
    let asset = AVURLAsset(url: file)
    let audio = try #require(asset.tracks(withMediaType: .audio).first)
    #expect(abs(audio.timeRange.duration.seconds - 2) < 0.1)
    let made = try await Self.export(
      asset, AVAssetExportPresetHighestQuality, to: folder.url.appendingPathComponent("a.mp4"), as: .mp4)
    #expect(try Self.frames(made).count == 50)
    let encoded = try #require(made.tracks(withMediaType: .audio).first)
    #expect(abs(encoded.timeRange.duration.seconds - 2) < 0.1)
  }

  @Test("video is made smaller to fit, and never larger")
  func sizes() async throws {
    let folder = try TemporaryFolder()
    let asset = AVURLAsset(url: try Fixtures.url("h264-bframes.mp4"))
    let size = try #require(asset.tracks(withMediaType: .video).first).naturalSize
    let small = try await Self.export(
      asset, AVAssetExportPresetLowQuality, to: folder.url.appendingPathComponent("s.mp4"), as: .mp4,
      range: Self.range(0..<10))
    let smallSize = try #require(small.tracks(withMediaType: .video).first).naturalSize
    #expect(smallSize.width <= 224 && smallSize.height <= 128)
    #expect(abs(smallSize.width / smallSize.height - size.width / size.height) < 0.03)
    let large = try await Self.export(
      asset, AVAssetExportPreset3840x2160, to: folder.url.appendingPathComponent("l.mov"), as: .mov,
      range: Self.range(0..<10))
    #expect(try #require(large.tracks(withMediaType: .video).first).naturalSize == size)
  }

  @Test("audio alone has the duration of its source, and its metadata")
  func audio() async throws {
    let folder = try TemporaryFolder()
    let asset = AVURLAsset(url: try Fixtures.url("gapless-a.wav"))
    let made = try await Self.export(
      asset, AVAssetExportPresetAppleM4A, to: folder.url.appendingPathComponent("a.m4a"), as: .m4a)
    #expect(made.tracks.map(\.mediaType) == [.audio])
    #expect(abs(made.duration.seconds - asset.duration.seconds) < 0.001)
  }

  @Test("a composition is encoded with its cuts")
  func composition() async throws {
    let folder = try TemporaryFolder()
    let source = AVURLAsset(url: try Fixtures.url("h264-bframes.mp4"))
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    for numbers in [47..<60, 10..<20] {
      try track.insertTimeRange(
        Self.range(numbers), of: source.tracks(withMediaType: .video)[0], at: composition.duration)
    }
    let made = try await Self.export(
      composition, AVAssetExportPresetHighestQuality, to: folder.url.appendingPathComponent("a.mov"), as: .mov)
    #expect(try Self.frames(made).map(TrackSamples.number) == (Array(47..<60) + Array(10..<20)).map { $0 })
  }

  @Test("a preset refuses types of files that it does not write, and media that it does not encode")
  func refusals() async throws {
    let folder = try TemporaryFolder()
    let asset = AVURLAsset(url: try Fixtures.url("gapless-a.wav"))
    let presets = AVAssetExportSession.exportPresets(compatibleWith: asset)
    #expect(presets.contains(AVAssetExportPresetAppleM4A) && !presets.contains(AVAssetExportPresetHighestQuality))
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
    await #expect(throws: AVError.self) {
      try await session.export(to: folder.url.appendingPathComponent("a.mp3"), as: .mp3)
    }
    #expect((session.error as? AVError)?.code == .exportFailed)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }
}
