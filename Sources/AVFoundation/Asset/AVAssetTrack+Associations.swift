import Foundation
import PlayheadFFmpeg

extension AVAssetTrack {
  /// The kind of association between two tracks.
  public struct AssociationType: RawRepresentable, Hashable, Sendable {
    /// The raw value.
    public let rawValue: String
    /// Creates a value from its raw value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The associated track is the same audio in a more widely supported codec.
    public static let audioFallback = AssociationType(rawValue: "fall")
    /// The associated track contains chapters.
    public static let chapterList = AssociationType(rawValue: "chap")
    /// The associated track contains only forced subtitles.
    public static let forcedSubtitlesOnly = AssociationType(rawValue: "forc")
    /// The associated track is selected together with this one.
    public static let selectionFollower = AssociationType(rawValue: "folw")
    /// The associated track contains the timecode of the frames.
    public static let timecode = AssociationType(rawValue: "tmcd")
    /// The associated track is described by this metadata track.
    public static let metadataReferent = AssociationType(rawValue: "cdsc")
  }

  private var references: [String: [Int32]] { details("associatedTracks")?.references ?? [:] }

  /// The kinds of association that the file declares for this track. Key `availableTrackAssociationTypes`.
  public var availableTrackAssociationTypes: [AssociationType] {
    let known: [AssociationType] = [
      .audioFallback, .chapterList, .forcedSubtitlesOnly, .selectionFollower, .timecode, .metadataReferent,
    ]
    return known.filter { references[$0.rawValue]?.isEmpty == false }
  }

  /// The tracks associated with this one, in the order of the file's list. Missing tracks are omitted.
  public func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
    guard let tracks = asset?.tracks else { return [] }
    return (references[trackAssociationType.rawValue] ?? []).compactMap { identifier in
      tracks.first { $0.trackID == identifier && $0 !== self }
    }
  }

  /// Loads the tracks associated with this one.
  public func loadAssociatedTracks(ofType trackAssociationType: AssociationType) async throws -> [AVAssetTrack] {
    try await assetLoader.loaded(["associatedTracks"])
    return associatedTracks(ofType: trackAssociationType)
  }

  /// Loads the tracks associated with this one and passes them, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadAssociatedTracks(
    ofType trackAssociationType: AssociationType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["associatedTracks"], completionHandler) { $0.associatedTracks(ofType: trackAssociationType) }
  }
}
