import Foundation
import PlayheadMedia

/// A group of alternative tracks, of which one plays at a time.
open class AVAssetTrackGroup: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: a constant.

  /// The identifiers of the tracks, as `NSNumber`.
  open var trackIDs: [NSNumber] { storedTrackIDs }
  /// The value of `trackIDs`.
  private let storedTrackIDs: [NSNumber]

  init(_ identifiers: [CMPersistentTrackID]) {
    storedTrackIDs = identifiers.map { NSNumber(value: $0) }
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
  /// Finds an identifier that no track has.
  public func findUnusedTrackID() async throws -> CMPersistentTrackID {
    try await assetLoader.loaded(["tracks"])
    return unusedTrackID()
  }
}
