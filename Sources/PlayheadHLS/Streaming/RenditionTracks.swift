import CoreMedia
import PlayheadItems
import PlayheadMedia
import PlayheadStreaming

/// The tracks of a presentation as its playlist declares them, for media selection.
package enum RenditionTracks {
  /// Applies the attributes of a rendition (RFC 8216 §4.3.4.1) to its track.
  ///
  /// - Parameter preferred: The rendition that plays by default.
  static func name(_ track: inout TrackInfo, _ rendition: Rendition, preferred: Rendition?) {
    track.title = rendition.name.isEmpty ? nil : rendition.name
    // The playlist takes precedence: packagers often write a default language into the segments.
    if let language = rendition.language { track.language = language }
    track.languageTag = rendition.language
    track.taggedCharacteristics = rendition.characteristics
    track.isDefault = preferred.map { $0.name == rendition.name } ?? rendition.isDefault
    track.isForced = rendition.isForced
    // A default rendition can be selected automatically whatever `AUTOSELECT` states.
    track.requiresManualSelection = !rendition.isAutoselect && !rendition.isDefault
  }

  /// The track of a subtitle rendition.
  ///
  /// Its language and title are the rendition's, and its codec is WebVTT, into which other formats are converted.
  static func text(_ rendition: Rendition, timeRange: CMTimeRange) -> TrackInfo {
    var track = TrackInfo(textCodec: "webvtt", timeRange: timeRange)
    name(&track, rendition, preferred: nil)
    return track
  }

  /// The track of closed captions in the video; nil if the rendition names no known service.
  static func closedCaptions(_ rendition: Rendition, timeRange: CMTimeRange?) -> TrackInfo? {
    guard let service = rendition.inStreamID.flatMap({ ClosedCaptionService(streamID: $0) }) else { return nil }
    var track = TrackInfo(service, timeRange: timeRange ?? .invalid)
    name(&track, rendition, preferred: nil)
    return track
  }

  /// The index of the audio rendition that plays first, before any rendition is loaded; nil if audio is disabled or
  /// there is none.
  static func firstAudioIndex(_ options: RenditionOptions, _ choice: TrackSelection) -> Int? {
    guard !options.audio.isEmpty else { return nil }
    let preferred = VariantSelection.preferred(options.audio)
    // The video is the first track; see `StreamOpening`.
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

  /// Sets the index and the ID of a track.
  ///
  /// The ID is the index plus one, as track IDs begin at one.
  package static func number(_ track: inout TrackInfo, _ index: Int) {
    track.index = index
    track.trackID = Int32(index + 1)
  }
}
