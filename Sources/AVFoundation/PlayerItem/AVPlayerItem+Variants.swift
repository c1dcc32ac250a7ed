import Foundation
import PlayheadBasics
import PlayheadItems
import PlayheadMedia
import PlayheadStreaming

/// Preferences for the choice between a stream's variants. Each can be changed at any time and applies from the next
/// requested segment on; preferences that no variant satisfies select the lowest one.
extension AVPlayerItem {
  /// The only variant to play, regardless of throughput and other preferences; nil, the default, for automatic
  /// selection. The item fails if this variant is unavailable, even if others are.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var pinnedVariant: AVAssetVariant? {
    get {
      guard let index = engineItem.variantPreferences.pinned else { return nil }
      let known = engineItem.snapshot.info ?? source.assetLoader.knownInfo
      return known?.variants.first { $0.index == index }.map(AVAssetVariant.init)
    }
    set { engineItem.changeVariantPreferences { $0.pinned = newValue?.info.index } }
  }

  nonisolated static func pixels(_ length: Double) -> Int {
    length.isFinite && length > 0 ? Int(saturating: min(length, 1e6)) : 0
  }
}
