import Foundation
import PlayheadFFmpeg

/// Tracks of which one is played at a time.
open class AVAssetTrackGroup: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: a constant.

  /// The tracks' identifiers, as `NSNumber`.
  public let trackIDs: [NSNumber]

  init(_ identifiers: [CMPersistentTrackID]) {
    trackIDs = identifiers.map { NSNumber(value: $0) }
    super.init()
  }

  /// Itself: groups do not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool { (object as? AVAssetTrackGroup)?.trackIDs == trackIDs }
  open override var hash: Int { trackIDs.first?.intValue ?? 0 }
}

extension AVAsset {
  /// Groups of tracks of which one is played at a time. Key `trackGroups`.
  public var trackGroups: [AVAssetTrackGroup] {
    availableMediaCharacteristicsWithMediaSelectionOptions.compactMap { characteristic in
      let options = mediaSelectionGroup(forMediaCharacteristic: characteristic)?.options ?? []
      return options.count > 1 ? AVAssetTrackGroup(options.map(\.trackID)) : nil
    }
  }

  /// Whether some of it is encrypted. It says nothing about whether it can be played. Key `hasProtectedContent`.
  public var hasProtectedContent: Bool {
    info("hasProtectedContent")?.tracks.contains(where: \.isProtected) ?? false
  }

  /// Whether it is an MP4 file in fragments. Key `containsFragments`.
  public var containsFragments: Bool { info("containsFragments")?.isFragmented ?? false }

  /// Whether more fragments may follow: its header announces some. Key `canContainFragments`.
  public var canContainFragments: Bool { info("canContainFragments")?.isFragmented ?? false }

  /// How long it will be in the end, where a growing file says so: invalid for others. Key `overallDurationHint`.
  public var overallDurationHint: CMTime { .invalid }

  /// A number that no track has; waits until the asset was opened.
  public func unusedTrackID() -> CMPersistentTrackID { (tracks.map(\.trackID).max() ?? 0) + 1 }

  /// Finds a number that no track has.
  public func findUnusedTrackID() async throws -> CMPersistentTrackID {
    try await assetLoader.loaded(["tracks"])
    return unusedTrackID()
  }

  /// Finds a number that no track has and hands it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func findUnusedTrackID(completionHandler: @escaping @Sendable (CMPersistentTrackID, (any Error)?) -> Void) {
    hand(["tracks"], { completionHandler($0 ?? 0, $1) }) { $0.unusedTrackID() }
  }
}
