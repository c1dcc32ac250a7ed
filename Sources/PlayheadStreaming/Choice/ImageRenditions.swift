/// The renditions of a stream for image generation, the best first.
package struct ImageRenditions: Sendable, Equatable {
  /// The size that images are fitted into, in pixels; a side of 0 is unconstrained.
  package struct Size: Sendable, Equatable {
    /// In pixels; 0 or less leaves the width unconstrained.
    package var width: Double
    /// In pixels; 0 or less leaves the height unconstrained.
    package var height: Double
    /// Creates a size from two sides in pixels.
    package init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// Indexes of I-frame variants: each image is a separate request, and nothing else is fetched.
  package private(set) var keyFrames: [Int] = []
  /// Indexes of variants.
  ///
  /// They serve exact times, and streams without usable I-frame variants: an image then needs a part of a segment.
  package private(set) var variants: [Int] = []

  /// The smallest rendition that fills the size comes first, then larger ones, then those that are too small; without a
  /// size, the largest. Ties are resolved in favour of the lower bit rate.
  ///
  /// - Parameters:
  ///   - size: The size of the images, in pixels.
  ///   - canDecode: Whether a codec, by its RFC 6381 name, can be decoded.
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

  /// Sorts variants by their suitability for a size; the order of equal ones is not defined.
  private static func sorted(_ indexes: [Int], of variants: [Variant], _ size: Size) -> [Int] {
    func rank(_ index: Int) -> (tooSmall: Int, pixels: Int, bits: Int) {
      let variant = variants[index]
      let width = variant.resolution?.width ?? 0
      let height = variant.resolution?.height ?? 0
      let isFree = size.width <= 0 && size.height <= 0
      // An image fitted into a box touches only two of its sides.
      let fills =
        !isFree && (size.width > 0 && Double(width) >= size.width || size.height > 0 && Double(height) >= size.height)
      let pixels = width * height
      return (fills ? 0 : 1, fills ? pixels : -pixels, variant.selectionBandwidth)
    }
    return indexes.sorted { rank($0) < rank($1) }
  }
}
