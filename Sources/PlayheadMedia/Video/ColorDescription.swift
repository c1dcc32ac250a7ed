/// The colours of samples: code points of ITU-T H.273, where 2 is unspecified, the brightest light, and Dolby Vision's
/// metadata.
package struct ColorDescription: Sendable, Hashable {
  /// The colour primaries, such as 1 for BT.709 and 9 for BT.2020.
  package var primaries: Int32
  /// The transfer characteristics, such as 1 for BT.709, 16 for PQ and 18 for HLG.
  package var transfer: Int32
  /// The matrix coefficients, such as 1 for BT.709 and 0 for RGB.
  package var matrix: Int32
  /// Whether samples use all code values (0…255 with 8 bits) instead of the video range (16…235 for luma).
  package var isFullRange: Bool
  /// The brightest light of content with PQ in cd/m², from its mastering metadata; 0 if unknown.
  package var peakLuminance: Int32
  /// The brightest light of the scene in cd/m², from its metadata (HDR10+, Dolby Vision); 0 if unknown.
  package var scenePeak: Int32 = 0
  /// Dolby Vision's metadata, if the samples have no colours without it (profile 5); nil for other samples.
  package var dolbyVision: DolbyVisionMetadata?

  /// No declared colours, limited range.
  package static let unspecified = ColorDescription(primaries: 2, transfer: 2, matrix: 2, isFullRange: false)

  /// Creates a description from code points, and the brightest light in cd/m² if it is known.
  package init(primaries: Int32, transfer: Int32, matrix: Int32, isFullRange: Bool, peakLuminance: Int32 = 0) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
    self.peakLuminance = peakLuminance
  }

  /// Whether the dynamic range is high: the transfer function is PQ (16) or HLG (18), or Dolby Vision's metadata
  /// describes the conversion to light.
  package var isHDR: Bool { transfer == 16 || transfer == 18 || dolbyVisionMapping != nil }

  /// The conversion of the samples to light, if Dolby Vision's metadata describes it; nil for other samples, and for
  /// invalid metadata.
  package var dolbyVisionMapping: DolbyVisionMapping? {
    if case .mapping(let mapping) = dolbyVision { mapping } else { nil }
  }

  /// The matrix for conversion: if unspecified, chosen by the size as usual (SD is BT.601, HD is BT.709).
  package func resolvedMatrix(height: Int) -> Int32 {
    if matrix != 2 && matrix != 3 { return matrix }
    return height >= 720 ? 1 : 6
  }
}
