import Foundation
import PlayheadFFmpeg

extension AVAssetTrack {
  /// In which way tracks go with each other.
  public struct AssociationType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The other is the same sound in a coding that more devices understand.
    public static let audioFallback = AssociationType(rawValue: "fall")
    /// The other holds chapters.
    public static let chapterList = AssociationType(rawValue: "chap")
    /// The other holds only the subtitles for foreign parts.
    public static let forcedSubtitlesOnly = AssociationType(rawValue: "forc")
    /// The other is chosen along with this one.
    public static let selectionFollower = AssociationType(rawValue: "folw")
    /// The other labels pictures with hours, minutes, seconds and frames.
    public static let timecode = AssociationType(rawValue: "tmcd")
    /// The other is what this metadata is about.
    public static let metadataReferent = AssociationType(rawValue: "cdsc")
  }

  private var references: [String: [Int32]] { details("associatedTracks")?.references ?? [:] }

  /// In which ways the file says that other tracks go with this one. Key `availableTrackAssociationTypes`.
  public var availableTrackAssociationTypes: [AssociationType] {
    let known: [AssociationType] = [
      .audioFallback, .chapterList, .forcedSubtitlesOnly, .selectionFollower, .timecode, .metadataReferent,
    ]
    return known.filter { references[$0.rawValue]?.isEmpty == false }
  }

  /// The tracks that go with this one in a way, in the order of the file's list; those that are not there are left out.
  public func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
    guard let tracks = asset?.tracks else { return [] }
    return (references[trackAssociationType.rawValue] ?? []).compactMap { identifier in
      tracks.first { $0.trackID == identifier && $0 !== self }
    }
  }

  /// Loads the tracks that go with this one in a way.
  public func loadAssociatedTracks(ofType trackAssociationType: AssociationType) async throws -> [AVAssetTrack] {
    try await assetLoader.loaded(["associatedTracks"])
    return associatedTracks(ofType: trackAssociationType)
  }

  /// Loads the tracks that go with this one in a way and hands them, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadAssociatedTracks(
    ofType trackAssociationType: AssociationType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    hand(["associatedTracks"], completionHandler) { $0.associatedTracks(ofType: trackAssociationType) }
  }
}
