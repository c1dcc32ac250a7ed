extension CGColorSpace {
  /// IEC 61966-2-1, the colour space of the web.
  public static let sRGB: CFString = "kCGColorSpaceSRGB"

  /// sRGB primaries with a linear transfer function.
  public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"

  /// sRGB extended below 0 and above 1.
  public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"

  /// Linear sRGB extended below 0 and above 1.
  public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"

  /// DCI-P3 primaries with the white point and transfer function of sRGB.
  public static let displayP3: CFString = "kCGColorSpaceDisplayP3"

  /// Display P3 with the hybrid log-gamma curve of ITU-R BT.2100.
  public static let displayP3_HLG: CFString = "kCGColorSpaceDisplayP3_HLG"

  /// Display P3 with the perceptual quantizer curve of ITU-R BT.2100.
  public static let displayP3_PQ: CFString = "kCGColorSpaceDisplayP3_PQ"

  /// The colour space of digital cinema projectors, SMPTE RP 431-2.
  public static let dcip3: CFString = "kCGColorSpaceDCIP3"

  /// ITU-R BT.709: high-definition television.
  public static let itur_709: CFString = "kCGColorSpaceITUR_709"

  /// ITU-R BT.2020: ultra-high-definition television.
  public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"

  /// ITU-R BT.2100 with the hybrid log-gamma curve.
  public static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"

  /// ITU-R BT.2100 with the perceptual quantizer curve.
  public static let itur_2100_PQ: CFString = "kCGColorSpaceITUR_2100_PQ"

  /// Grey with a gamma of 2.2.
  public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"

  /// Grey with a linear transfer function.
  public static let linearGray: CFString = "kCGColorSpaceLinearGray"

  static let namesOfRGB: Set<CFString> = [
    sRGB, linearSRGB, extendedSRGB, extendedLinearSRGB, displayP3, displayP3_HLG, displayP3_PQ, dcip3, itur_709,
    itur_2020, itur_2100_HLG, itur_2100_PQ,
  ]

  static let namesOfGray: Set<CFString> = [genericGrayGamma2_2, linearGray]

  static let wideNames: Set<CFString> = [
    extendedSRGB, extendedLinearSRGB, displayP3, displayP3_HLG, displayP3_PQ, dcip3, itur_2020, itur_2100_HLG,
    itur_2100_PQ,
  ]
}
