import CoreMedia
import PlayheadMedia

/// The selection of an item's video, audio and text tracks.
package struct TrackSelection: Sendable {
  /// The selection within one group of alternatives.
  package enum Preference: Sendable, Equatable {
    /// The preference of the file itself.
    case automatic
    /// No track of the group.
    case none
    /// A stream index.
    case track(Int)
  }

  /// The angle of a stream with several views of the same events; files play their preferred video track.
  package var visual = Preference.automatic
  /// The stream index of the video track of a container with several; nil for the file's preference.
  package var video: Int?
  /// The selection of the audio track.
  package var audible = Preference.automatic
  /// The selection of the text track.
  package var legible = Preference.automatic
  /// Selects the audio track where the selection is automatic: a stream index, or nil for the file's preference.
  package var automaticAudible: (@Sendable (MediaInfo) -> Int?)?
  /// Selects the text track, which depends on the audio track that plays: nil for none.
  package var automaticLegible: (@Sendable (MediaInfo, TrackInfo?) -> Int?)?
  /// Stream indexes of tracks that are disabled although they are selected.
  package var disabled: Set<Int> = []
  /// The file's preferences, with every track enabled and no text track.
  package init() {}

  /// The angle to show. Its packets are delivered as those of the preferred track, whichever angle it is.
  package func angle(in info: MediaInfo) -> TrackInfo? {
    if case .track(let index) = visual, let track = info.track(at: index), track.kind == .video { return track }
    return info.preferredTrack(.video)
  }

  /// The video track to play.
  package func videoTrack(in info: MediaInfo) -> TrackInfo? {
    info.tracks.first { $0.index == video && $0.kind == .video && $0.isDecodable } ?? info.preferredTrack(.video)
  }

  /// The audio track to play. A selected track that cannot be decoded, or is no audio track, is ignored.
  package func audioTrack(in info: MediaInfo) -> TrackInfo? {
    switch audible {
    case .none: return nil
    case .track(let index):
      if let track = info.track(at: index), track.kind == .audio, track.isDecodable { return track }
      return info.preferredTrack(.audio)
    case .automatic:
      let index = automaticAudible?(info)
      return info.tracks.first { $0.index == index && $0.kind == .audio && $0.isDecodable }
        ?? info.preferredTrack(.audio)
    }
  }

  /// The selected text track, whether or not a session has applied the selection yet.
  package func text(in info: MediaInfo) -> Int? { textTrack(in: info, with: audioTrack(in: info))?.index }

  /// The text track to show along with an audio track.
  ///
  /// - Returns: nil if there is no such track, or if none is selected. A caption service that was not found yet is
  ///   returned without a time range.
  package func textTrack(in info: MediaInfo, with selectedAudio: TrackInfo?) -> TrackInfo? {
    let index: Int? =
      switch legible {
      case .none: nil
      case .track(let index): index
      case .automatic: automaticLegible?(info, selectedAudio)
      }
    // Closed captions may be selected before they were found in the video.
    if let service = index.flatMap({ ClosedCaptionService(trackIndex: $0) }) {
      return info.closedCaptions.first { $0.index == index } ?? TrackInfo(service, timeRange: .invalid)
    }
    return info.tracks.first { $0.index == index && $0.kind == .text }
  }
}
