import Foundation
import PlayheadBasics
import PlayheadEngine

/// What is wanted of the choice between a stream's variants. Each may be changed at any time and counts from the next segment on that
/// is asked for; wishes that no variant fulfils leave the lowest one.
extension AVPlayerItem {
  /// The most bits a second that a variant may need at its worst; 0, the default, for no limit.
  nonisolated public var preferredPeakBitRate: Double {
    get { engineItem.variantWishes.peakBitRate }
    set { engineItem.changeVariantWishes { $0.peakBitRate = newValue.isFinite ? max(0, newValue) : 0 } }
  }

  /// The largest picture that is wanted, in pixels; zero, the default, for no limit.
  nonisolated public var preferredMaximumResolution: CGSize {
    get {
      let wishes = engineItem.variantWishes
      return CGSize(width: Double(wishes.maximumWidth), height: Double(wishes.maximumHeight))
    }
    set {
      engineItem.changeVariantWishes {
        $0.maximumWidth = Self.pixels(Double(newValue.width))
        $0.maximumHeight = Self.pixels(Double(newValue.height))
      }
    }
  }

  /// Whether playing begins with the first variant of the playlist that can be played, whatever the link carries. False by default;
  /// counts when the item is opened.
  nonisolated public var startsOnFirstEligibleVariant: Bool {
    get { engineItem.variantWishes.startsOnFirst }
    set { engineItem.changeVariantWishes { $0.startsOnFirst = newValue } }
  }

  /// The one variant that is played, whatever the link carries and whatever else is wished for; nil, the default, for the player's own
  /// choice. Where it cannot be had the item fails, though others could.
  ///
  /// - Note: Not in Apple's API.
  nonisolated public var pinnedVariant: AVAssetVariant? {
    get {
      guard let index = engineItem.variantWishes.pinned else { return nil }
      let known = engineItem.snapshot.info ?? source.assetLoader.knownInfo
      return known?.variants.first { $0.index == index }.map(AVAssetVariant.init)
    }
    set { engineItem.changeVariantWishes { $0.pinned = newValue?.info.index } }
  }

  private nonisolated static func pixels(_ length: Double) -> Int {
    length.isFinite && length > 0 ? Int(saturating: min(length, 1e6)) : 0
  }
}
