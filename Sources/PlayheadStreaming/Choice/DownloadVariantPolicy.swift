import Foundation

/// Selects the variant of a stream to download for offline playback.
package struct DownloadVariantPolicy: Sendable, Equatable {
  /// Selects the lowest bit rate that is at least this high; nil: the highest.
  package var minimumBitRate: Double?
  /// Selects the smallest variant that is at least this large, in pixels.
  package var minimumSize: ImageRenditions.Size?
  /// Selects a specific variant by the URL of its playlist.
  package var address: String?
  /// A policy without constraints: it selects the variant with the highest peak bit rate.
  package init() {}

  /// The index of the selected variant; nil if none is playable.
  ///
  /// The address has precedence, then the size, then the bit rate. A constraint that no variant satisfies does not make
  /// the selection fail.
  ///
  /// - Parameter canDecode: Whether a codec, by its RFC 6381 name, can be decoded.
  package func variant(of playlist: MultivariantPlaylist, canDecode: (String) -> Bool) -> Int? {
    var indexes = VariantSelection.eligible(playlist.variants, canDecode: canDecode)
    if let address, let named = indexes.first(where: { playlist.variants[$0].url?.absoluteString == address }) {
      return named
    }
    if let minimumSize {
      let large = indexes.filter { Self.fills(playlist.variants[$0], minimumSize) }
      if !large.isEmpty { indexes = large }
    }
    let sorted = indexes.sorted { rank(playlist.variants[$0]) < rank(playlist.variants[$1]) }
    if let minimumBitRate {
      return sorted.first { Double(playlist.variants[$0].bandwidth) >= minimumBitRate } ?? sorted.last
    }
    return minimumSize == nil ? sorted.last : sorted.first
  }

  /// The sort key of a variant. The number of pixels comes first if only a size is requested, otherwise the bit rate.
  private func rank(_ variant: Variant) -> (Int, Int) {
    let pixels = (variant.resolution?.width ?? 0) * (variant.resolution?.height ?? 0)
    return minimumSize != nil && minimumBitRate == nil ? (pixels, variant.bandwidth) : (variant.bandwidth, pixels)
  }

  /// Whether a variant covers the size in both dimensions. False for a variant that declares no resolution.
  private static func fills(_ variant: Variant, _ size: ImageRenditions.Size) -> Bool {
    guard let resolution = variant.resolution else { return false }
    return Double(resolution.width) >= size.width && Double(resolution.height) >= size.height
  }
}
