import AVFoundation
import Foundation
import PlayheadBasics
import PlayheadMedia
import PlayheadNetworking

/// The output of `playhead info --json`. Docs/Info.md describes all names; names and types are stable, new ones may be
/// added.
struct InfoDocument {
  /// The asset, for metadata and selectable options.
  var asset: AVURLAsset
  /// The container information, read before the document is created.
  var info: MediaInfo
  /// The locale of option names.
  var locale = Locale.current

  /// The interfaces of hardware that playback tries before software, for a track.
  var hardware: (TrackInfo) -> [HardwareInterface] = HardwareCandidates.interfaces

  /// The complete document. Undeclared values are null.
  var json: JSONValue {
    .object([
      ("url", .string(RedactedURL(asset.url).description)),
      ("container", .string(info.containerName)),
      ("duration", Self.time(info.duration)),
      ("tracks", .array(info.tracks.map { track($0, info.details?.tracks[$0.index]) })),
      ("metadata", .array(asset.metadata.map(InfoMetadata.json))),
      ("chapters", .array((info.details?.chapters ?? info.chapters).map(Self.chapter))),
      ("selection", InfoSelection.json(asset, locale)),
    ])
  }

  /// A track. `video`, `audio` and `text` are present only for tracks of that kind.
  ///
  /// - Parameter details: Information beyond the container header; nil if none was read.
  private func track(_ track: TrackInfo, _ details: TrackDetails?) -> JSONValue {
    var pairs: [(String, JSONValue)] = [
      ("id", .integer(Int64(track.trackID))),
      ("mediaType", .string(Self.name(of: track.kind))),
      ("codec", .string(track.codecName)),
      ("decoder", .optional(track.decoderName)),
      ("language", .optional(track.declaredLanguage)),
      ("enabled", .bool(track.isDefault)),
      (
        "timeRange",
        .object([("start", Self.time(track.timeRange.start)), ("duration", Self.time(track.timeRange.duration))])
      ),
    ]
    if let video = track.video {
      pairs.append(("video", Self.video(video)))
      pairs.append(("hardwareDecoders", .array(hardware(track).map { .string($0.title) })))
      if let mastering = details?.format.mastering { pairs.append(("masteringDisplay", Self.mastering(mastering))) }
      if let light = details?.format.lightLevel { pairs.append(("contentLight", Self.light(light))) }
    }
    if let audio = track.audio {
      pairs.append(
        (
          "audio",
          .object([
            ("sampleRate", .integer(Int64(audio.sampleRate))), ("channels", .integer(Int64(audio.channels))),
            ("layout", .optional(details?.format.channelLayout)),
          ])
        ))
    }
    if track.kind == .text {
      let isForHearingImpaired = track.roles.contains(.hearingImpaired)
      pairs.append(
        ("text", .object([("forced", .bool(track.isForced)), ("hearingImpaired", .bool(isForHearingImpaired))])))
    }
    pairs.append(("dataRate", track.dataRate > 0 ? .number(track.dataRate) : .null))
    return .object(pairs)
  }

  /// ITU-T H.265 §D.2.28: primaries in green, blue, red order and the white point, then luminances in candela per
  /// square metre.
  private static func mastering(_ bytes: [UInt8]) -> JSONValue {
    guard bytes.count == 24 else { return .null }
    func point(_ index: Int) -> JSONValue {
      .array([number(bytes, index * 4, 2, 50_000), number(bytes, index * 4 + 2, 2, 50_000)])
    }
    return .object([
      ("red", point(2)), ("green", point(0)), ("blue", point(1)), ("white", point(3)),
      ("minLuminance", number(bytes, 20, 4, 10_000)), ("maxLuminance", number(bytes, 16, 4, 10_000)),
    ])
  }

  /// MaxCLL and MaxFALL in candela per square metre (CTA-861.3): two big-endian 16-bit numbers.
  private static func light(_ bytes: [UInt8]) -> JSONValue {
    guard bytes.count == 4 else { return .null }
    return .object([("maximum", number(bytes, 0, 2, 1)), ("average", number(bytes, 2, 2, 1))])
  }

  /// A big-endian number of `width` bytes at an offset, divided by the `steps` of one unit.
  private static func number(_ bytes: [UInt8], _ start: Int, _ width: Int, _ steps: Double) -> JSONValue {
    .number(Double(bytes[start..<start + width].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }) / steps)
  }

  /// The properties of a video track. `width` and `height` are coded pixels; the display size has the aspect ratio and
  /// the rotation applied.
  private static func video(_ video: TrackInfo.VideoInfo) -> JSONValue {
    let display = video.displaySize
    var pairs: [(String, JSONValue)] = [
      ("width", length(Int64(video.width))),
      ("height", length(Int64(video.height))),
      ("displayWidth", length(display.width)),
      ("displayHeight", length(display.height)),
      ("rotation", .integer(Int64(video.transform.rotation))),
      ("mirrored", .bool(video.transform.isMirrored)),
      (
        "pixelAspectRatio",
        .array([.integer(Int64(video.pixelAspect.horizontal)), .integer(Int64(video.pixelAspect.vertical))])
      ),
      ("frameRate", video.frameRate > 0 ? .number(video.frameRate) : .null),
      (
        "colour",
        .object([
          ("primaries", .optional(ColorNames.primaries(video.color.primaries))),
          ("transfer", .optional(ColorNames.transfer(video.color.transfer))),
          ("matrix", .optional(ColorNames.matrix(video.color.matrix))),
          ("fullRange", .bool(video.color.isFullRange)),
        ])
      ),
    ]
    if let dolbyVision = video.dolbyVision {
      let numbers = [
        ("profile", dolbyVision.profile), ("level", dolbyVision.level), ("compatibility", dolbyVision.compatibility),
      ]
      pairs.append(("dolbyVision", .object(numbers.map { ($0.0, .integer(Int64($0.1))) })))
    }
    return .object(pairs)
  }

  /// null if the container does not declare it.
  private static func length(_ length: Int64) -> JSONValue { length > 0 ? .integer(length) : .null }

  /// A chapter with its first title and the language of that title.
  private static func chapter(_ chapter: ChapterInfo) -> JSONValue {
    .object([
      ("start", time(chapter.timeRange.start)),
      ("duration", time(chapter.timeRange.duration)),
      ("title", .optional(chapter.title)),
      ("language", .optional(chapter.titles.first?.language)),
    ])
  }

  /// null for a non-numeric time, such as an unknown duration.
  private static func time(_ time: CMTime) -> JSONValue {
    guard time.isNumeric else { return .null }
    return .object([
      ("value", .integer(time.value)), ("timescale", .integer(Int64(time.timescale))),
      ("seconds", .number(time.seconds)),
    ])
  }

  /// The name of a track kind, in JSON and in text.
  static func name(of kind: TrackInfo.Kind) -> String {
    switch kind {
    case .video: "video"
    case .audio: "audio"
    case .text: "text"
    case .metadata: "metadata"
    case .other: "other"
    }
  }
}

extension TrackInfo.VideoInfo {
  /// The display size in square pixels, with pixel aspect ratio and rotation applied.
  var displaySize: (width: Int64, height: Int64) {
    let wide = Int64(saturating: (Double(width) * pixelAspect.ratio).rounded())
    return transform.swapsSides ? (Int64(height), wide) : (wide, Int64(height))
  }
}

extension TrackInfo {
  /// The language as declared: three letters in most containers, a BCP 47 tag in playlists.
  var declaredLanguage: String? { language ?? languageTag }
}
