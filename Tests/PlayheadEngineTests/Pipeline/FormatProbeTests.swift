import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems
@testable import PlayheadPipeline

/// Properties probed from files whose containers omit them. ffmpeg's bitstream filters write the expected values into
/// the streams without its muxers.
@Suite(.enabled(if: MadeStream.hasFFmpeg, "there is no ffmpeg to make the films with")) struct FormatProbeTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func made(_ name: String, from fixture: String, _ options: String...) throws -> URL {
    let url = folder.url.appendingPathComponent(name)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
    process.arguments =
      ["-nostdin", "-v", "error", "-y", "-i", try Fixtures.url(fixture).path, "-an", "-c", "copy"] + options + [
        url.path
      ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return url
  }

  private func video(_ url: URL) throws -> TrackInfo.VideoInfo {
    try #require(try MediaProbe.probe(url).preferredTrack(.video)?.video)
  }

  private static let coded =
    "sample_aspect_ratio=4/3:colour_primaries=9:transfer_characteristics=16:matrix_coefficients=9:video_full_range_flag=1"

  @Test(
    "reads color range and aspect from parameter sets",
    arguments: [("h264-bframes.mp4", "h264_metadata"), ("hevc.mp4", "hevc_metadata")])
  func readsColorRangeAndAspectFromParameterSets(fixture: String, filter: String) throws {
    let video = try video(made("coded.mp4", from: fixture, "-bsf:v", "\(filter)=\(Self.coded)"))
    #expect(video.color == ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: true))
    // The muxer writes square pixels where it knows them: the container wins.
    #expect(video.pixelAspect == (video.hasDeclaredAspect ? .square : PixelAspect(horizontal: 4, vertical: 3)))
  }

  @Test("reads color from AV1 and VP9 headers") func readsColorFromAV1AndVP9Headers() throws {
    let av1 = try video(
      made(
        "a.mp4", from: "av1.mp4", "-bsf:v",
        "av1_metadata=color_primaries=9:transfer_characteristics=18:matrix_coefficients=9:color_range=pc"))
    #expect(av1.color == ColorDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: true))
    let vp9 = try video(made("v.webm", from: "vp9.webm", "-bsf:v", "vp9_metadata=color_space=bt2020"))
    #expect(vp9.color.matrix == 9)
  }

  /// The container omits it: the first segment's parameter sets declare it.
  @Test("reads stream color from first segment", arguments: ["mpegts", "fmp4"])
  func readsStreamColorFromFirstSegment(segments: String) throws {
    let packaging = "-hls_segment_type \(segments) -hls_fmp4_init_filename init.mp4 -hls_segment_filename s%d"
    let coding = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 25 -bsf:v h264_metadata=\(Self.coded)"
    let url = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=d=4:r=25:s=64x48 \(coding) -f hls -hls_time 1 -hls_playlist_type vod \(packaging) film.m3u8",
      in: folder.url)
    let video = try video(url)
    #expect(video.color == ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: true))
    // The fragment muxer writes square pixels.
    #expect(video.pixelAspect == (segments == "fmp4" ? .square : PixelAspect(horizontal: 4, vertical: 3)))
    #expect(video.frameRate == 25)
  }

  /// x265 writes it into supplemental information, and ffmpeg's muxers nowhere else (ITU-T H.265 §D.2.28, §D.2.35).
  @Test(
    "reads mastering display from first frame", arguments: ["film.mp4", "film.mkv", "film.ts", "film.m3u8"])
  func readsMasteringDisplayFromFirstFrame(name: String) throws {
    let display = "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1):max-cll=1000,400"
    let colors = "colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc"
    let url = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=d=2:r=25:s=128x96 -c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params "
        + "log-level=none:hdr10=1:\(display):\(colors) -hls_playlist_type vod \(name)", in: folder.url)
    let info = try MediaProbe.probe(url)
    let track = try #require(info.preferredTrack(.video))
    let format = try #require(info.details?.tracks[track.index]?.format)
    func big(_ numbers: [Int], _ width: Int) -> [UInt8] {
      numbers.flatMap { number in (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }
    let points = [13_250, 34_500, 7500, 3000, 34_000, 16_000, 15_635, 16_450]
    #expect(format.mastering == big(points, 2) + big([10_000_000, 1], 4))
    #expect(format.lightLevel == big([1000, 400], 2))
  }

  /// The elements with the frame duration are replaced by void elements (RFC 8794 § 11.3.2).
  @Test("counts frames when Matroska has no rate") func countsFramesWhenMatroskaHasNoRate() throws {
    let url = try made("rate.mkv", from: "h264-bframes.mp4")
    var bytes = [UInt8](try Data(contentsOf: url))
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x23, 0xE3, 0x83]) })
    let length = Int(bytes[place + 3] & 0x7F)
    bytes.replaceSubrange(place..<place + 2, with: [0xEC, 0x80 | UInt8(length + 2)])
    try Data(bytes).write(to: url)
    let video = try video(url)
    #expect(video.frameRate == 30 && video.minFrameDuration == CMTime(value: 1, timescale: 30))
  }

  /// A player decodes what it plays and requests nothing more.
  @Test("opening for playback reads no packet") func openingForPlaybackReadsNoPacket() throws {
    let url = try made("coded.mp4", from: "h264-bframes.mp4", "-bsf:v", "h264_metadata=\(Self.coded)")
    let source = try MediaOpener.source(for: url, options: RequestOptions(), from: PlaybackEnvironment.current.sources)
    let video = try #require(try ContainerSource(source, of: EngineItem(url: url)).info.preferredTrack(.video)?.video)
    #expect(video.color == .unspecified)
  }

  @Test(
    "estimates rate from rounded times",
    arguments: [
      (30_000, 1001, 1000), (30, 1, 1000), (24_000, 1001, 1000), (24, 1, 1000), (25, 1, 1000), (60_000, 1001, 1000),
      (60, 1, 1000), (120, 1, 90_000), (50, 1, 600), (15, 1, 1000), (1, 1, 1000),
    ]) func estimatesRateFromRoundedTimes(numerator: Int32, denominator: Int64, timescale: Int32)
  {
    var estimate = FrameRateEstimate(timescale: timescale)
    for index in 0..<64 {
      let seconds = Double(index) * Double(denominator) / Double(numerator)
      estimate.add(CMTime(value: Int64((seconds * Double(timescale)).rounded()), timescale: timescale))
    }
    #expect(abs(estimate.frameDuration.seconds - Double(denominator) / Double(numerator)) < 1e-6)
  }

  @Test("reordered frames do not affect rate")
  func reorderedFramesDoNotAffectRate() {
    var estimate = FrameRateEstimate(timescale: 1000)
    // Stored as P B B P B B; the last P is presented two frames after the others.
    for milliseconds in [0, 120, 40, 80, 240, 160, 200, 360] as [Int64] {
      estimate.add(CMTime(value: milliseconds, timescale: 1000))
    }
    #expect(estimate.frameDuration == CMTime(value: 1, timescale: 25))
    #expect(!FrameRateEstimate(timescale: 1000).frameDuration.isValid)
  }
}
