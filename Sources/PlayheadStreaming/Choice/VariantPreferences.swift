import PlayheadBasics

/// The application's preferences for variant selection. They never exclude all variants.
package struct VariantPreferences: Sendable, Equatable {
  /// In bits per second; 0: no limit.
  package var peakBitRate = 0.0
  /// In pixels; 0: no limit.
  package var maximumWidth = 0
  /// The maximum height in pixels; 0: no limit.
  package var maximumHeight = 0
  /// The limits on an expensive network, in addition to the others.
  package var expensiveNetworks = VariantLimits()
  /// Whether variants with lossless audio may be used if there are others.
  package var allowsLosslessAudio = false
  /// The HDR video that a display shows without tone mapping. Determined by the displays, not by the application.
  package var displayedHDR: HDRTransfers = []
  /// Whether to start with the first playable variant of the playlist.
  package var startsOnFirst = false
  /// The index of the only variant to use.
  package var pinned: Int?
  /// Preferences without limits.
  package init() {}

  /// The preferences for the present network. `isExpensive` is evaluated only if it makes a difference.
  package func applied(isExpensive: @autoclosure () -> Bool) -> VariantPreferences {
    guard expensiveNetworks != VariantLimits(), isExpensive() else { return self }
    var applied = self
    applied.peakBitRate = Self.lower(peakBitRate, expensiveNetworks.peakBitRate)
    applied.maximumWidth = Self.lower(maximumWidth, expensiveNetworks.maximumWidth)
    applied.maximumHeight = Self.lower(maximumHeight, expensiveNetworks.maximumHeight)
    return applied
  }

  /// The lower one of two limits, of which 0 is none.
  private static func lower<Number: Comparable & AdditiveArithmetic>(_ a: Number, _ b: Number) -> Number {
    a == .zero ? b : b == .zero ? a : min(a, b)
  }
}

/// Limits of variants; 0 for none.
package struct VariantLimits: Sendable, Equatable {
  /// In bits per second.
  package var peakBitRate = 0.0
  /// In pixels.
  package var maximumWidth = 0
  /// In pixels.
  package var maximumHeight = 0
  /// No limits.
  package init() {}
}
