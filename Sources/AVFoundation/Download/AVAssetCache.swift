import Foundation
import PlayheadItems

/// The downloaded media of an asset that is available offline.
open class AVAssetCache: NSObject, @unchecked Sendable {
  // Sendable: constants.
  private let asset: AVURLAsset

  init(_ asset: AVURLAsset) {
    self.asset = asset
    super.init()
  }

  /// Whether the complete asset can be played offline.
  open var isPlayableOffline: Bool { StreamPackage(asset.url).isComplete }

  /// The options of a group that can be played offline: a download contains only the options selected for it.
  open func mediaSelectionOptions(in mediaSelectionGroup: AVMediaSelectionGroup) -> [AVMediaSelectionOption] {
    isPlayableOffline ? mediaSelectionGroup.options : []
  }
}
