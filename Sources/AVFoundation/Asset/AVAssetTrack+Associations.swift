import Foundation
import PlayheadMedia

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

  var references: [String: [Int32]] { details("associatedTracks")?.references ?? [:] }

  /// Loads the tracks associated with this one.
  public func loadAssociatedTracks(ofType trackAssociationType: AssociationType) async throws -> [AVAssetTrack] {
    try await assetLoader.loaded(["associatedTracks"])
    return associatedTracks(ofType: trackAssociationType)
  }
}
