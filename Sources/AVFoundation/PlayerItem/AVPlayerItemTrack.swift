import Foundation

/// A track of an item: the asset's track as it is being played.
@preconcurrency @MainActor
open class AVPlayerItemTrack: NSObject {
  nonisolated let source: AVAssetTrack

  nonisolated init(_ source: AVAssetTrack) {
    self.source = source
    super.init()
  }

  /// The track of the asset.
  public var assetTrack: AVAssetTrack? { source }

  /// Whether the track takes part in playing: the file's own flag.
  ///
  /// - Note: Difference from Apple: it cannot be set yet.
  nonisolated public var isEnabled: Bool { source.isEnabled }
}
