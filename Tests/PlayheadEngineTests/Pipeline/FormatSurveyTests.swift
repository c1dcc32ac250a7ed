import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadEngine

/// What a probe tells of films whose containers are silent. ffmpeg's bitstream filters write the expected values into the streams, behind
/// the back of its muxers.
@Suite(.enabled(if: MadeStream.hasFFmpeg, "there is no ffmpeg to make the films with")) struct FormatSurveyTests {
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
    "colours, range and pixel shape come from parameter sets",
    arguments: [("h264-bframes.mp4", "h264_metadata"), ("hevc.mp4", "hevc_metadata")])
  func coloursRangeAndPixelShapeComeFromParameterSets(fixture: String, filter: String) throws {
    let video = try video(made("coded.mp4", from: fixture, "-bsf:v", "\(filter)=\(Self.coded)"))
    #expect(video.color == ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: true))
    // The muxer has written that pixels are square where it knew it: the container counts.
    #expect(video.pixelAspect == (video.hasToldAspect ? .square : PixelAspect(horizontal: 4, vertical: 3)))
  }

  @Test("colours come from the headers of AV1 and VP9") func coloursComeFromTheHeadersOfAV1AndVP9() throws {
    let av1 = try video(
      made(
        "a.mp4", from: "av1.mp4", "-bsf:v",
        "av1_metadata=color_primaries=9:transfer_characteristics=18:matrix_coefficients=9:color_range=pc"))
    #expect(av1.color == ColorDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: true))
    let vp9 = try video(made("v.webm", from: "vp9.webm", "-bsf:v", "vp9_metadata=color_space=bt2020"))
    #expect(vp9.color.matrix == 9)
  }

  /// The elements that say how long a frame lasts are made void (RFC 8794 § 11.3.2).
  @Test("frames are counted where Matroska tells no rate") func framesAreCountedWhereMatroskaTellsNoRate() throws {
    let url = try made("rate.mkv", from: "h264-bframes.mp4")
    var bytes = [UInt8](try Data(contentsOf: url))
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x23, 0xE3, 0x83]) })
    let length = Int(bytes[place + 3] & 0x7F)
    bytes.replaceSubrange(place..<place + 2, with: [0xEC, 0x80 | UInt8(length + 2)])
    try Data(bytes).write(to: url)
    let video = try video(url)
    #expect(video.frameRate == 30 && video.minFrameDuration == CMTime(value: 1, timescale: 30))
  }

  /// A player decodes what it plays, and asks for nothing more.
  @Test("opening to play reads no packet for it") func openingToPlayReadsNoPacketForIt() throws {
    let url = try made("coded.mp4", from: "h264-bframes.mp4", "-bsf:v", "h264_metadata=\(Self.coded)")
    let source = try MediaOpener.source(for: url, options: RequestOptions(), from: PlaybackEnvironment.current.sources)
    let video = try #require(try ContainerSource(source, of: EngineItem(url: url)).info.preferredTrack(.video)?.video)
    #expect(video.color == .unspecified)
  }

  @Test(
    "rates are found behind rounded times",
    arguments: [
      (30_000, 1001, 1000), (30, 1, 1000), (24_000, 1001, 1000), (24, 1, 1000), (25, 1, 1000), (60_000, 1001, 1000),
      (60, 1, 1000), (120, 1, 90_000), (50, 1, 600), (15, 1, 1000), (1, 1, 1000),
    ]) func ratesAreFoundBehindRoundedTimes(numerator: Int32, denominator: Int64, timescale: Int32)
  {
    var estimate = FrameRateEstimate(timescale: timescale)
    for index in 0..<64 {
      let seconds = Double(index) * Double(denominator) / Double(numerator)
      estimate.add(CMTime(value: Int64((seconds * Double(timescale)).rounded()), timescale: timescale))
    }
    #expect(abs(estimate.frameDuration.seconds - Double(denominator) / Double(numerator)) < 1e-6)
  }

  @Test("frames that come later in the file leave no mark on the rate")
  func framesThatComeLaterInTheFileLeaveNoMarkOnTheRate() {
    var estimate = FrameRateEstimate(timescale: 1000)
    // Stored as P B B P B B; the last P is seen two frames after the others.
    for milliseconds in [0, 120, 40, 80, 240, 160, 200, 360] as [Int64] {
      estimate.add(CMTime(value: milliseconds, timescale: 1000))
    }
    #expect(estimate.frameDuration == CMTime(value: 1, timescale: 25))
    #expect(!FrameRateEstimate(timescale: 1000).frameDuration.isValid)
  }

  @Test(
    "pixel shapes are in lowest terms",
    arguments: [(40, 33, 40, 33), (1280, 1080, 32, 27), (2, 2, 1, 1), (0, 1, 1, 1), (Int32.max, Int32.max, 1, 1)]
      as [(Int32, Int32, Int32, Int32)])
  func pixelShapesAreInLowestTerms(horizontal: Int32, vertical: Int32, reduced: Int32, other: Int32) {
    let aspect = PixelAspect(horizontal: horizontal, vertical: vertical)
    #expect(aspect.horizontal == reduced && aspect.vertical == other)
  }
}
