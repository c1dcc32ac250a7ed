import Foundation
import PlayheadFFmpeg

/// A group of alternative tracks, of which one plays at a time.
open class AVAssetTrackGroup: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: a constant.

  /// The identifiers of the tracks, as `NSNumber`.
  public let trackIDs: [NSNumber]

  init(_ identifiers: [CMPersistentTrackID]) {
    trackIDs = identifiers.map { NSNumber(value: $0) }
    super.init()
  }

  /// Returns the group itself: groups are immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Groups of the same tracks are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? AVAssetTrackGroup)?.trackIDs == trackIDs }
  /// A hash value, equal for equal objects.
  open override var hash: Int { trackIDs.first?.intValue ?? 0 }
}

extension AVAsset {
  /// The groups of alternative tracks. Key `trackGroups`.
  public var trackGroups: [AVAssetTrackGroup] {
    availableMediaCharacteristicsWithMediaSelectionOptions.compactMap { characteristic in
      let options = mediaSelectionGroup(forMediaCharacteristic: characteristic)?.options ?? []
      return options.count > 1 ? AVAssetTrackGroup(options.map(\.trackID)) : nil
    }
  }

  /// Whether some of its content is encrypted, regardless of whether it can be played. Key `hasProtectedContent`.
  public var hasProtectedContent: Bool {
    info("hasProtectedContent")?.tracks.contains(where: \.isProtected) ?? false
  }

  /// Whether it is a fragmented MP4 file. Key `containsFragments`.
  public var containsFragments: Bool { info("containsFragments")?.isFragmented ?? false }

  /// Whether further fragments may follow, according to its header. Key `canContainFragments`.
  public var canContainFragments: Bool { info("canContainFragments")?.isFragmented ?? false }

  /// The expected final duration of a growing file; invalid otherwise. Key `overallDurationHint`.
  public var overallDurationHint: CMTime { .invalid }

  /// An identifier that no track has; blocks until the asset has been opened.
  public func unusedTrackID() -> CMPersistentTrackID { (tracks.map(\.trackID).max() ?? 0) + 1 }

  /// Finds an identifier that no track has.
  public func findUnusedTrackID() async throws -> CMPersistentTrackID {
    try await assetLoader.loaded(["tracks"])
    return unusedTrackID()
  }

  /// Finds an identifier that no track has and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func findUnusedTrackID(completionHandler: @escaping @Sendable (CMPersistentTrackID, (any Error)?) -> Void) {
    loadAndDeliver(["tracks"], { completionHandler($0 ?? 0, $1) }) { $0.unusedTrackID() }
  }
}
