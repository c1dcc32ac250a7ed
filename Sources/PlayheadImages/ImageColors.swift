import CoreGraphics
import PlayheadMedia

/// The colour conversion of an image, derived from the colours of its frame. Code points are those of ITU-T H.273.
enum ImageColors: Equatable {
  /// As converted, in 8 bits, with this colour space name.
  case plain(CFString)
  /// As converted, in 16 bits, with this colour space name.
  case deep(CFString)
  /// Mapped to sRGB.
  case mapped(ColorMapping.Source)

  /// Chooses the conversion. HDR is recognised by its transfer function: PQ (16) or HLG (18).
  init(_ color: ColorDescription, request: ImageRequest.Colors) {
    let isWide = color.primaries == 9
    let isP3 = color.primaries == 12
    let isHLG = color.transfer == 18
    switch (ColorMapping.Source(color), request) {
    // Dolby Vision's samples have no colours that a colour space could name.
    case (_?, .source) where color.isHDR && color.dolbyVisionMapping == nil:
      self =
        .deep(
          isP3
            ? (isHLG ? CGColorSpace.displayP3_HLG : CGColorSpace.displayP3_PQ)
            : (isHLG ? CGColorSpace.itur_2100_HLG : CGColorSpace.itur_2100_PQ))
    case (let source?, _) where color.isHDR || request == .sRGB: self = .mapped(source)
    case (_, .sRGB): self = .plain(CGColorSpace.sRGB)
    default:
      let isScreen = color.transfer == 13
      self =
        .plain(
          isWide
            ? CGColorSpace.itur_2020
            : isP3 ? CGColorSpace.displayP3 : isScreen ? CGColorSpace.sRGB : CGColorSpace.itur_709)
    }
  }
}
