import Foundation
import PlayheadBasics
import PlayheadEngine

/// Preferences for the choice between a stream's variants. Each can be changed at any time and applies from the next
/// requested segment on; preferences that no variant satisfies select the lowest one.
extension AVPlayerItem {
  /// The maximum peak bit rate of a variant in bits per second; 0, the default, for no limit.
  nonisolated public var preferredPeakBitRate: Double {
    get { engineItem.variantPreferences.peakBitRate }
    set { engineItem.changeVariantPreferences { $0.peakBitRate = newValue.isFinite ? max(0, newValue) : 0 } }
  }

  /// The maximum resolution in pixels; zero, the default, for no limit.
  nonisolated public var preferredMaximumResolution: CGSize {
    get {
      let wishes = engineItem.variantPreferences
      return CGSize(width: Double(wishes.maximumWidth), height: Double(wishes.maximumHeight))
    }
    set {
      engineItem.changeVariantPreferences {
        $0.maximumWidth = Self.pixels(Double(newValue.width))
        $0.maximumHeight = Self.pixels(Double(newValue.height))
      }
    }
  }

  /// Whether playback starts with the first playable variant of the playlist, regardless of the throughput. False by
  /// default; applies when the item is opened.
  nonisolated public var startsOnFirstEligibleVariant: Bool {
    get { engineItem.variantPreferences.startsOnFirst }
    set { engineItem.changeVariantPreferences { $0.startsOnFirst = newValue } }
  }

  /// The only variant to play, regardless of throughput and other preferences; nil, the default, for automatic
  /// selection. The item fails if this variant is unavailable, even if others are.
  ///
  /// - Note: Not in Apple's API.
  nonisolated public var pinnedVariant: AVAssetVariant? {
    get {
      guard let index = engineItem.variantPreferences.pinned else { return nil }
      let known = engineItem.snapshot.info ?? source.assetLoader.knownInfo
      return known?.variants.first { $0.index == index }.map(AVAssetVariant.init)
    }
    set { engineItem.changeVariantPreferences { $0.pinned = newValue?.info.index } }
  }

  private nonisolated static func pixels(_ length: Double) -> Int {
    length.isFinite && length > 0 ? Int(saturating: min(length, 1e6)) : 0
  }
}
