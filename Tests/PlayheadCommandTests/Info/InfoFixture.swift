import AVFoundation
import Foundation
import PlayheadMedia

/// A file as the demuxer would describe it: every kind of track, and names that need quoting.
enum InfoFixture {
  static let url = URL(fileURLWithPath: "/films/a \"b\" ü.mkv")

  static let info: MediaInfo = {
    var info = info0
    info.details = details
    return info
  }()

  private static let info0 = MediaInfo(
    containerName: "matroska,webm", duration: CMTime(value: 20_021, timescale: 1000),
    tracks: [video, audio, text, cover],
    metadata: [:],
    chapters: [
      ChapterInfo(timeRange: range(0, 5000), titles: [ChapterTitle(text: "Opening", language: "eng")]),
      ChapterInfo(timeRange: range(5000, 15_021), titles: [ChapterTitle(text: "Tab\tand \u{1B}[31m", language: nil)]),
      ChapterInfo(timeRange: range(20_021, 0), titles: []),
    ], isSeekable: true, hasIndex: true, hasPresentationTimes: true)

  static let endless = MediaInfo(
    containerName: "mpegts", duration: .indefinite, tracks: [], metadata: [:], chapters: [], isSeekable: false,
    hasIndex: false, hasPresentationTimes: true, details: MediaDetails())

  /// Container details beyond those needed for playback.
  private static let details: MediaDetails = {
    var details = MediaDetails()
    details.tags = [
      MediaTag(.matroska, "TITLE", .text("Night\u{1B}[1m"), language: "ger"),
      MediaTag(.iTunes, "©day", .text("2010")),
      MediaTag(.iTunes, "trkn", .bytes([0, 0, 0, 2, 0, 12, 0, 0], .raw)),
      MediaTag(.iTunes, "tmpo", .integer(120)),
      MediaTag(.id3, "COMM", .text("one\ntwo"), info: "note"),
      MediaTag(.matroska, "COVER", .attachedPicture(stream: 3, .jpeg)),
    ]
    details.chapters = info0.chapters
    details.tracks[1] = {
      var track = TrackDetails()
      track.format.channelLayout = "5.1(side)"
      return track
    }()
    return details
  }()

  /// Assets with given values: no file is opened.
  static var asset: AVURLAsset { AVURLAsset(url: url, knowing: info) }

  private static func range(_ start: Int64, _ duration: Int64) -> CMTimeRange {
    CMTimeRange(start: CMTime(value: start, timescale: 1000), duration: CMTime(value: duration, timescale: 1000))
  }

  private static var video: TrackInfo {
    var track = track(0, .video, "h264", language: nil)
    track.dataRate = 2_150_000
    track.video = TrackInfo.VideoInfo(
      width: 720, height: 576, pixelAspect: PixelAspect(horizontal: 64, vertical: 45),
      transform: DisplayTransform(rotation: 90, isMirrored: true), frameRate: 29.97002997,
      minFrameDuration: CMTime(value: 1001, timescale: 30_000),
      color: ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false))
    return track
  }

  private static var audio: TrackInfo {
    var track = track(1, .audio, "aac", language: "deu")
    track.dataRate = 128_000
    track.audio = TrackInfo.AudioInfo(sampleRate: 48_000, channels: 6)
    return track
  }

  private static var text: TrackInfo {
    var track = track(2, .text, "subrip", language: "eng")
    track.isDefault = false
    track.isForced = true
    return track
  }

  private static var cover: TrackInfo {
    var track = track(3, .video, "mjpeg", language: nil)
    track.isAttachedPicture = true
    track.isDecodable = false
    track.timeRange = CMTimeRange(start: .zero, duration: .invalid)
    track.video = TrackInfo.VideoInfo(
      width: 600, height: 600, pixelAspect: .square, transform: .identity, frameRate: 0, minFrameDuration: .invalid,
      color: .unspecified)
    return track
  }

  private static func track(_ index: Int, _ kind: TrackInfo.Kind, _ codec: String, language: String?) -> TrackInfo {
    TrackInfo(
      index: index, trackID: Int32(index + 1), kind: kind, codecName: codec, codecTag: 0, isDecodable: true,
      language: language, isDefault: true, isForced: false, isAttachedPicture: false, timeRange: range(21, 20_000),
      timescale: 1000, dataRate: 0, metadata: [:], video: nil, audio: nil)
  }
}
