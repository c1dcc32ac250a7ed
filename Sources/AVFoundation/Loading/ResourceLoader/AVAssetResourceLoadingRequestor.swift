import Foundation

/// The part of the player that makes loading requests. All requests of one resource loader have the same one.
open class AVAssetResourceLoadingRequestor: NSObject, @unchecked Sendable {
  // Sendable: has no state.

  /// Whether the requestor provides reports of expired sessions: false, as these belong to FairPlay.
  open var providesExpiredSessionReports: Bool { false }

  override init() { super.init() }
}
