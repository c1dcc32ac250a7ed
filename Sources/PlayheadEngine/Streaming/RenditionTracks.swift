import CoreMedia
import PlayheadFFmpeg
import PlayheadStreaming

/// The tracks of a presentation as its playlist names them: what media selection chooses from.
enum RenditionTracks {
  /// What a playlist says of an alternative (RFC 8216 §4.3.4.1), put on its track.
  ///
  /// - Parameter preferred: The alternative that plays when nobody chooses.
  static func name(_ track: inout TrackInfo, _ rendition: Rendition, preferred: Rendition?) {
    track.title = rendition.name.isEmpty ? nil : rendition.name
    // The playlist counts: segments are often marked with whatever the packager takes where nobody says.
    if let language = rendition.language { track.language = language }
    track.languageTag = rendition.language
    track.taggedCharacteristics = rendition.characteristics
    track.isDefault = preferred.map { $0.name == rendition.name } ?? rendition.isDefault
    track.isForced = rendition.isForced
    // What plays by default may be chosen by itself, whatever else it says.
    track.isChosenByHandOnly = !rendition.isAutoselect && !rendition.isDefault
  }

  /// The track of a rendition of text.
  static func text(_ rendition: Rendition, timeRange: CMTimeRange) -> TrackInfo {
    var track = TrackInfo(textCodec: "webvtt", timeRange: timeRange)
    name(&track, rendition, preferred: nil)
    return track
  }

  /// The track of captions within pictures; nil for one that names none that there are.
  static func closedCaptions(_ rendition: Rendition, timeRange: CMTimeRange?) -> TrackInfo? {
    guard let service = rendition.inStreamID.flatMap({ ClosedCaptionService(streamID: $0) }) else { return nil }
    var track = TrackInfo(service, timeRange: timeRange ?? .invalid)
    name(&track, rendition, preferred: nil)
    return track
  }

  /// The place of the sound that plays first among the alternatives, before anything of them is fetched; nil where nobody wants any.
  static func firstSound(_ options: RenditionOptions, _ choice: TrackChoice) -> Int? {
    guard !options.audio.isEmpty else { return nil }
    let preferred = VariantSelection.preferred(options.audio)
    // The picture is the first track; see `StreamOpening`.
    let tracks = options.audio.enumerated().map { index, rendition in
      var track = TrackInfo(textCodec: "", timeRange: .invalid)
      track.kind = .audio
      number(&track, index + 1)
      name(&track, rendition, preferred: preferred)
      return track
    }
    let info = MediaInfo(containerName: "hls", duration: .indefinite, tracks: tracks)
    return choice.audioTrack(in: info).map { $0.index - 1 }
  }

  static func number(_ track: inout TrackInfo, _ index: Int) {
    track.index = index
    track.trackID = Int32(index + 1)
  }
}
