/// Which variant of a stream is kept for playing without the network.
package struct DownloadChoice: Sendable, Equatable {
  /// The variant with the fewest bits that has at least so many a second; nil: the one with the most.
  package var minimumBitRate: Double?
  /// The smallest variant that is at least as large, in pixels.
  package var minimumSize: ImageRenditions.Size?
  /// A variant that somebody named, by the address of its playlist.
  package var address: String?
  package init() {}

  /// Its place among the variants; nil where none can be played.
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

  private func rank(_ variant: Variant) -> (Int, Int) {
    let pixels = (variant.resolution?.width ?? 0) * (variant.resolution?.height ?? 0)
    return minimumSize != nil && minimumBitRate == nil ? (pixels, variant.bandwidth) : (variant.bandwidth, pixels)
  }

  private static func fills(_ variant: Variant, _ size: ImageRenditions.Size) -> Bool {
    guard let resolution = variant.resolution else { return false }
    return Double(resolution.width) >= size.width && Double(resolution.height) >= size.height
  }
}
