import AVFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Estimates, limits of the size, and compatibility of exports.
@Suite("Estimates and limits of AVAssetExportSession") struct ExportLimitTests {
  private static func session(_ name: String, _ preset: String) throws -> AVAssetExportSession {
    try #require(AVAssetExportSession(asset: AVURLAsset(url: try Fixtures.url(name)), presetName: preset))
  }

  @Test(
    "the media is cut at the largest size, and the file plays to its end",
    arguments: [AVAssetExportPresetPassthrough, AVAssetExportPresetMediumQuality])
  func limit(_ preset: String) async throws {
    let folder = try TemporaryFolder()
    let whole = try Self.session("h264-bframes.mp4", preset)
    let all = folder.url.appendingPathComponent("all.mp4")
    try await whole.export(to: all, as: .mp4)
    let size = try #require(try all.resourceValues(forKeys: [.fileSizeKey]).fileSize)
    let session = try Self.session("h264-bframes.mp4", preset)
    session.fileLengthLimit = Int64(size / 2)
    let file = folder.url.appendingPathComponent("half.mp4")
    try await session.export(to: file, as: .mp4)
    #expect(session.status == .completed)
    let half = try #require(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize)
    // Apple, too, allows encoded files to become slightly larger.
    #expect(half <= size / 2 * (preset == AVAssetExportPresetPassthrough ? 100 : 115) / 100 && half > size / 8)
    let numbers = try TrackSamples.read(AVURLAsset(url: file), .video, TrackSamples.biPlanar).map(TrackSamples.number)
    #expect(numbers == (0..<numbers.count).map { $0 } && (30..<260).contains(numbers.count))
    let duration = AVURLAsset(url: file).duration.seconds
    #expect(abs(duration - Double(numbers.count) / 30) < 0.034)
  }

  @Test("the longest duration is that of the range, or what fits into the limit")
  func maximumDuration() async throws {
    let session = try Self.session("h264-bframes.mp4", AVAssetExportPresetPassthrough)
    session.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 5, timescale: 1))
    func duration() async -> CMTime {
      await withCheckedContinuation { continuation in
        session.estimateMaximumDuration { time, error in
          #expect(error == nil)
          continuation.resume(returning: time)
        }
      }
    }
    #expect(await duration() == CMTime(value: 5, timescale: 1))
    let length = session.estimatedOutputFileLength
    session.fileLengthLimit = length / 2
    #expect(abs(await duration().seconds - 2.5) < 0.01)
    #expect(session.estimatedOutputFileLength == length / 2)
  }

  @Test("compatibility of presets, assets and types")
  func compatibility() async throws {
    let (video, audio) = (
      AVURLAsset(url: try Fixtures.url("video-only.mp4")), AVURLAsset(url: try Fixtures.url("gapless-a.wav"))
    )
    func check(_ preset: String, _ asset: AVAsset, _ type: AVFileType?) async -> Bool {
      await AVAssetExportSession.compatibility(ofExportPreset: preset, with: asset, outputFileType: type)
    }
    #expect(await check(AVAssetExportPresetHighestQuality, video, .mp4))
    #expect(await check(AVAssetExportPresetHighestQuality, video, nil))
    #expect(await !check(AVAssetExportPresetHighestQuality, video, .wav))
    #expect(await !check(AVAssetExportPresetHighestQuality, audio, .mp4))
    #expect(await check(AVAssetExportPresetAppleM4A, audio, .m4a))
    #expect(await !check("AVAssetExportPreset0x0", video, nil))
  }

  @Test(
    "HDR becomes standard dynamic range with H.264, and remains with HEVC",
    .enabled(if: MadeFile.hasFFmpeg && Probe.isInstalled))
  func hdr() async throws {
    let folder = try TemporaryFolder()
    // Grey of 203 cd/m², graphics white: PQ 0.5807 (ITU-R BT.2408), in 10 bits of video range 64 + 876 × 0.5807 = 573.
    let raw = folder.url.appendingPathComponent("in.yuv")
    let luma = [UInt16](repeating: 573, count: 320 * 180)
    let chroma = [UInt16](repeating: 512, count: 160 * 90 * 2)
    var data = Data()
    for _ in 0..<5 { (luma + chroma).withUnsafeBytes { data.append(contentsOf: $0) } }
    try data.write(to: raw)
    let source = try MadeFile.ffmpeg(
      "-f rawvideo -pix_fmt yuv420p10le -s 320x180 -r 10 -i in.yuv -c:v libx265 -x265-params log-level=error:"
        + "colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc -color_primaries bt2020 -color_trc smpte2084 "
        + "-colorspace bt2020nc -tag:v hvc1 in.mp4", in: folder.url)
    let presets = [
      AVAssetExportPresetHighestQuality: "yuv420p,bt709,bt709,bt709",
      AVAssetExportPresetHEVCHighestQuality: "yuv420p10le,bt2020nc,smpte2084,bt2020",
    ]
    for (preset, expected) in presets {
      let session = try #require(AVAssetExportSession(asset: AVURLAsset(url: source), presetName: preset))
      let file = folder.url.appendingPathComponent("\(preset).mp4")
      try await session.export(to: file, as: .mp4)
      let entries = "-select_streams v -show_entries stream=pix_fmt,color_space,color_transfer,color_primaries"
      #expect(try Probe.lines(file.path, entries) == [expected])
      guard preset == AVAssetExportPresetHighestQuality else { continue }
      let out = try Data(
        contentsOf: MadeFile.ffmpeg("-i \(file.path) -frames:v 1 -pix_fmt yuv420p -f rawvideo out.raw", in: folder.url))
      // White stays near white: without conversion the luma would be 573 / 4 = 143.
      #expect(out.count == 320 * 180 * 3 / 2 && out[0] > 190 && abs(Int(out[320 * 180]) - 128) <= 2)
    }
  }
}
