/// Which renditions of a stream single pictures are best taken from, the best first.
package struct ImageRenditions: Sendable, Equatable {
  /// What pictures are made to fit into, in pixels; a side of 0 is free.
  package struct Size: Sendable, Equatable {
    package var width: Double
    package var height: Double
    package init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// By their place among the I-frame variants: each picture is a request of its own, and nothing else is fetched.
  package private(set) var keyFrames: [Int] = []
  /// By their place among the variants.
  package private(set) var variants: [Int] = []

  /// The smallest that fills the size comes first, then those that are larger, then those that are too small; where the size is free,
  /// the largest. Among equals the one with fewer bits.
  package init(_ playlist: MultivariantPlaylist, filling size: Size, canDecode: (String) -> Bool) {
    let hasVideo = VariantSelection.eligible(playlist.variants, canDecode: canDecode).filter {
      VariantSelection.hasVideo(playlist.variants[$0])
    }
    variants = Self.sorted(hasVideo, of: playlist.variants, size)
    let decodable = playlist.iFrameVariants.indices.filter {
      playlist.iFrameVariants[$0].url != nil
        && VariantSelection.isPlayable(playlist.iFrameVariants[$0], canDecode: canDecode)
    }
    keyFrames = Self.sorted(decodable, of: playlist.iFrameVariants, size)
  }

  private static func sorted(_ indexes: [Int], of variants: [Variant], _ size: Size) -> [Int] {
    func rank(_ index: Int) -> (tooSmall: Int, pixels: Int, bits: Int) {
      let variant = variants[index]
      let width = variant.resolution?.width ?? 0
      let height = variant.resolution?.height ?? 0
      let isFree = size.width <= 0 && size.height <= 0
      // A picture that fits into a box touches two of its sides only.
      let fills =
        !isFree && (size.width > 0 && Double(width) >= size.width || size.height > 0 && Double(height) >= size.height)
      let pixels = width * height
      return (fills ? 0 : 1, fills ? pixels : -pixels, variant.usualBandwidth)
    }
    return indexes.sorted { rank($0) < rank($1) }
  }
}
