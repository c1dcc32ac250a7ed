import Foundation
import PlayheadEngine

/// What of an asset is on disk because it was downloaded.
open class AVAssetCache: NSObject, @unchecked Sendable {
  // Sendable: constants.
  private let asset: AVURLAsset

  init(_ asset: AVURLAsset) {
    self.asset = asset
    super.init()
  }

  /// Whether all of it plays without the network.
  open var isPlayableOffline: Bool { StreamPackage(asset.url).isComplete }

  /// What of a group plays without the network: a download holds only what was chosen for it.
  open func mediaSelectionOptions(in mediaSelectionGroup: AVMediaSelectionGroup) -> [AVMediaSelectionOption] {
    isPlayableOffline ? mediaSelectionGroup.options : []
  }
}

extension AVURLAsset {
  /// What of it is on disk, where its address is that of a download; nil for everything else.
  public var assetCache: AVAssetCache? {
    url.isFileURL && url.pathExtension.lowercased() == StreamPackage.pathExtension ? AVAssetCache(self) : nil
  }
}
