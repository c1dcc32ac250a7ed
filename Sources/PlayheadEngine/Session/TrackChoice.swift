import PlayheadFFmpeg

/// Which of an item's tracks somebody wants to see, to hear and to read.
package struct TrackChoice: Sendable {
  package enum Wish: Sendable, Equatable {
    /// What the file itself prefers.
    case automatic
    case none
    /// A stream index.
    case track(Int)
  }

  /// Of a stream with several views of the same events; files play their preferred picture.
  package var visual = Wish.automatic
  /// Of a container with several video tracks: a stream index. nil: what the file prefers.
  package var video: Int?
  package var audible = Wish.automatic
  package var legible = Wish.automatic
  /// Which sound is to play where the wish is automatic: a stream index. nil: what the file prefers.
  package var automaticAudible: (@Sendable (MediaInfo) -> Int?)?
  /// The same for text, which depends on the sound that plays. nil: none.
  package var automaticLegible: (@Sendable (MediaInfo, TrackInfo?) -> Int?)?
  /// Tracks, by their stream indexes, that take no part although they are chosen.
  var disabled: Set<Int> = []
  package init() {}

  /// The view to show. Its pictures come as those of the track that is preferred, whichever it is.
  func angle(in info: MediaInfo) -> TrackInfo? {
    if case .track(let index) = visual, let track = info.track(at: index), track.kind == .video { return track }
    return info.preferredTrack(.video)
  }

  /// The video track to play.
  func videoTrack(in info: MediaInfo) -> TrackInfo? {
    info.tracks.first { $0.index == video && $0.kind == .video && $0.isDecodable } ?? info.preferredTrack(.video)
  }

  /// The sound to play. A track that is wanted and cannot be decoded, or is none, is not taken.
  func audioTrack(in info: MediaInfo) -> TrackInfo? {
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

  /// The text that is wanted, whether or not a session has come to it yet.
  package func text(in info: MediaInfo) -> Int? { textTrack(in: info, with: audioTrack(in: info))?.index }

  /// The text to read along with a sound.
  func textTrack(in info: MediaInfo, with sound: TrackInfo?) -> TrackInfo? {
    let index: Int? =
      switch legible {
      case .none: nil
      case .track(let index): index
      case .automatic: automaticLegible?(info, sound)
      }
    // Captions within pictures may be chosen before they were found here.
    if let service = index.flatMap({ ClosedCaptionService(trackIndex: $0) }) {
      return info.closedCaptions.first { $0.index == index } ?? TrackInfo(service, timeRange: .invalid)
    }
    return info.tracks.first { $0.index == index && $0.kind == .text }
  }
}
