import CoreMedia
import PlayheadMedia
import Testing

@testable import playhead_window

@Suite struct InformationContentTests {
  /// A video track of 1280 × 720 at 24000/1001 frames per second, in the colours of HDR10.
  private var track: TrackInfo {
    TrackInfo(
      index: 0, trackID: 1, kind: .video, codecName: "hevc", codecTag: 0, isDecodable: true, isDefault: true,
      isForced: false, isAttachedPicture: false, timeRange: CMTimeRange(start: .zero, duration: .zero), timescale: 1000,
      dataRate: 2_500_000, metadata: [:],
      video: TrackInfo.VideoInfo(
        width: 1280, height: 720, pixelAspect: .square, transform: .identity, frameRate: 24000 / 1001.0,
        minFrameDuration: .invalid,
        color: ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)))
  }

  /// The rows of a content as "section: title = value".
  private func lines(_ content: InformationContent) -> [String] {
    content.sections.flatMap { section in section.rows.map { "\(section.title): \($0.title) = \($0.value)" } }
  }

  @Test func describesContainerTracksAndPlayback() {
    var playback = InformationContent.Playback(droppedFrames: 3, buffered: 4.5, output: "GL")
    playback.observedBitRate = 800_400
    let info = MediaInfo(containerName: "matroska,webm", duration: .zero, tracks: [track])
    let expected = [
      "File: Location = /film.mkv", "File: Container = matroska,webm", "File: Bit rate = 2.5 Mbit/s",
      "Video: Codec = hevc", "Video: Size = 1280 × 720", "Video: Frame rate = 23.98 fps",
      "Video: Color = bt2020, smpte2084, bt2020nc", "Video: Bit rate = 2.5 Mbit/s", "Playback: Output = GL",
      "Playback: Dropped frames = 3", "Playback: Buffer = 4.5 s", "Playback: Throughput = 801 kbit/s",
      "Playback: Speed = 1×",
    ]
    #expect(lines(InformationContent(location: "/film.mkv", info: info, playback: playback)) == expected)
  }

  @Test func namesDolbyVision() {
    var track = track
    track.video?.dolbyVision = DolbyVisionProfile(profile: 5, level: 6, compatibility: 0)
    for (color, expected) in [
      (track.video?.color, "bt2020, smpte2084, bt2020nc, Dolby Vision 5"), (.unspecified, "Dolby Vision 5"),
    ] {
      track.video?.color = color ?? .unspecified
      let info = MediaInfo(containerName: "", duration: .indefinite, tracks: [track])
      let content = InformationContent(location: "", info: info, playback: .init())
      #expect(lines(content).contains("Video: Color = \(expected)"))
    }
  }

  @Test(
    "The panel says whether audio passes through, and why not",
    arguments: [
      (PassthroughEvent.passing(.ac3), "Passed through as AC-3"),
      (.decoding(.dts, .busy), "Not passed through as DTS: another program uses the device"),
      (.decoding(.eac3, .rate), "Not passed through as E-AC-3: the speed is not 1"),
    ]) func describesPassthrough(event: PassthroughEvent, expected: String)
  {
    let content = InformationContent(location: "", info: nil, playback: .init(passthrough: event))
    #expect(lines(content).first == "Playback: Audio = \(expected)")
  }

  @Test func omitsUnknownValuesAndCovers() {
    var cover = track
    cover.isAttachedPicture = true
    var unknown = track
    unknown.dataRate = .infinity
    unknown.video?.frameRate = 0
    unknown.video?.width = 0
    unknown.video?.color = .unspecified
    let info = MediaInfo(containerName: "", duration: .indefinite, tracks: [cover, unknown])
    let content = InformationContent(location: "", info: info, playback: .init())
    #expect(lines(content) == ["Video: Codec = hevc", "Playback: Dropped frames = 0", "Playback: Speed = 1×"])
  }
}
