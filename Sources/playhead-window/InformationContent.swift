import AVKit
import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadMedia

/// The rows of the information panel. A pure function of what is known about the item.
struct InformationContent: Equatable {
  /// A heading and its rows.
  struct Section: Equatable {
    var title: String
    var rows: [Row]
  }

  /// The name of a value, and the value.
  struct Row: Equatable {
    var title: String
    var value: String
  }

  /// The state of playback that changes by itself.
  struct Playback: Equatable {
    /// Frames that were late and not shown.
    var droppedFrames = 0
    /// The media in seconds that is loaded after the position; nil if unknown.
    var buffered: Double?
    /// The measured throughput in bits per second; nil without a transfer.
    var observedBitRate: Double?
    /// How frames reach the screen; nil without a window.
    var output: String?
    /// The hardware that decodes the video; nil for software.
    var hardwareDecoder: String?
    /// Whether the audio passes through to the device; nil while no codec plays that the user permits to.
    var passthrough: PassthroughEvent?
    /// The playback speed.
    var rate: Float = 1
  }

  /// The sections that have rows.
  var sections: [Section]

  /// - Parameters:
  ///   - location: The file or address, without secrets.
  ///   - info: The description of the container; nil until it is known.
  init(location: String, info: MediaInfo?, playback: Playback) {
    var file = [Row(title: translated("Location"), value: location)]
    if let info {
      file.append(Row(title: translated("Container"), value: info.containerName))
      file.append(Row(title: translated("Bit rate"), value: Self.bitRate(info.tracks.map(\.dataRate).reduce(0, +))))
    }
    let tracks = (info?.tracks ?? []).filter { !$0.isAttachedPicture && ($0.video != nil || $0.audio != nil) }
    sections = [Section(title: translated("File"), rows: file)] + tracks.map(Self.section)
    sections.append(Section(title: translated("Playback"), rows: Self.rows(playback)))
    for index in sections.indices { sections[index].rows.removeAll { $0.value.isEmpty } }
  }

  /// The section of a video or audio track.
  private static func section(_ track: TrackInfo) -> Section {
    var rows = [
      Row(title: translated("Codec"), value: track.codecName),
      Row(title: translated("Decoder"), value: track.decoderName ?? ""),
    ]
    if let video = track.video {
      let size = video.width > 0 && video.height > 0 ? "\(video.width) × \(video.height)" : ""
      rows.append(Row(title: translated("Size"), value: size))
      rows.append(
        Row(title: translated("Frame rate"), value: video.frameRate > 0 ? "\(number(video.frameRate)) fps" : ""))
      rows.append(Row(title: translated("Color"), value: color(video)))
    }
    if let audio = track.audio {
      let rate = audio.sampleRate > 0 ? "\(number(Double(audio.sampleRate) / 1000)) kHz" : ""
      rows.append(Row(title: translated("Sample rate"), value: rate))
      rows.append(Row(title: translated("Channels"), value: audio.channels > 0 ? "\(audio.channels)" : ""))
      rows.append(
        Row(
          title: translated("Language"),
          value: track.language.map { Locale.current.localizedString(forIdentifier: $0) ?? $0 } ?? ""))
    }
    rows.append(Row(title: translated("Bit rate"), value: bitRate(track.dataRate)))
    return Section(title: translated(track.video != nil ? "Video" : "Audio"), rows: rows)
  }

  /// The rows of the state of playback.
  private static func rows(_ playback: Playback) -> [Row] {
    [
      Row(title: translated("Decoder"), value: playback.hardwareDecoder ?? ""),
      Row(title: translated("Output"), value: playback.output ?? ""),
      Row(title: translated("Audio"), value: passthrough(playback.passthrough)),
      Row(title: translated("Dropped frames"), value: "\(playback.droppedFrames)"),
      Row(title: translated("Buffer"), value: playback.buffered.map { "\(number($0)) s" } ?? ""),
      Row(title: translated("Throughput"), value: bitRate(playback.observedBitRate ?? 0)),
      Row(title: translated("Speed"), value: "\(number(Double(playback.rate)))×"),
    ]
  }

  /// Whether the audio passes through, and why not; empty if the user permits none to.
  private static func passthrough(_ event: PassthroughEvent?) -> String {
    switch event {
    case .passing(let codec)?: translated("Passed through as %@", codec.title)
    case .decoding(let codec, let refusal)?:
      translated("Not passed through as %@: %@", codec.title, ErrorTranslation.text(refusal.text))
    case nil: ""
    }
  }

  /// The names of ITU-T H.273 for primaries, transfer function and matrix, the range, and the kind of Dolby Vision.
  private static func color(_ video: TrackInfo.VideoInfo) -> String {
    let color = video.color
    let dolbyVision = video.dolbyVision.map { [$0.name] } ?? []
    let names = [
      ColorNames.primaries(color.primaries), ColorNames.transfer(color.transfer), ColorNames.matrix(color.matrix),
    ].compactMap { $0 }
    guard let first = names.first else { return dolbyVision.joined() }
    let distinct = names.allSatisfy { $0 == first } ? [first] : names
    return (distinct + (color.isFullRange ? ["full range"] : []) + dolbyVision).joined(separator: ", ")
  }

  /// A bit rate with its unit, from bits per second; empty if it is unknown.
  private static func bitRate(_ bits: Double) -> String {
    guard bits.isFinite, bits >= 1 else { return "" }
    return bits >= 1e6 ? "\(number(bits / 1e6)) Mbit/s" : "\(number((bits / 1e3).rounded(.up))) kbit/s"
  }

  /// A number with at most two decimals, in the user's language.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    return value.formatted(.number.precision(.fractionLength(0...2)))
  }
}
