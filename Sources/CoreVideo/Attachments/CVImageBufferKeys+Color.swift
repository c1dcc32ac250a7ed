// Attachments that specify the color interpretation of the samples. Code points are those of ITU-T H.273.

/// The color primaries: one of the `ColorPrimaries` strings.
public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"

/// ITU-R BT.709: HDTV, and sRGB. Code point 1.
public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"

/// ITU-R BT.601, 625 lines. Code point 5.
public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"

/// ITU-R BT.601, 525 lines. Code point 6.
public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"

/// JEDEC P22 phosphors. Code point 22.
public let kCVImageBufferColorPrimaries_P22: CFString = "P22"

/// Digital cinema, SMPTE RP 431-2. Code point 11.
public let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"

/// DCI-P3 primaries with the white point D65, SMPTE EG 432-1. Code point 12.
public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"

/// ITU-R BT.2020 and BT.2100: UHDTV. Code point 9.
public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"

/// The transfer function: one of the `TransferFunction` strings.
public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"

/// ITU-R BT.709, and BT.601. Code points 1 and 6.
public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"

/// SMPTE ST 240. Code point 7.
public let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"

/// A power function; its exponent is attached as the gamma level.
public let kCVImageBufferTransferFunction_UseGamma: CFString = "UseGamma"

/// IEC 61966-2-1. Code point 13.
public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"

/// ITU-R BT.2020. Code points 14 and 15.
public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"

/// Digital cinema, SMPTE ST 428-1. Code point 17.
public let kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString = "SMPTE_ST_428_1"

/// The perceptual quantizer of SMPTE ST 2084 and ITU-R BT.2100. Code point 16.
public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"

/// The hybrid log-gamma of ITU-R BT.2100. Code point 18.
public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"

/// Linear light. Code point 8.
public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"

/// The exponent for `UseGamma`: a number.
public let kCVImageBufferGammaLevelKey: CFString = "CVImageBufferGammaLevel"

/// The matrix between RGB and luma/chroma: one of the `YCbCrMatrix` strings.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"

/// ITU-R BT.709. Code point 1.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"

/// ITU-R BT.601. Code points 5 and 6.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"

/// SMPTE ST 240. Code point 7.
public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"

/// ITU-R BT.2020 with non-constant luminance. Code point 9.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"

/// The color space: a `CGColorSpace`.
public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"

/// The ICC profile: data.
public let kCVImageBufferICCProfileKey: CFString = "CVImageBufferICCProfile"

/// The color volume of the mastering display: 24 bytes as in the SEI message of ITU-T H.265, D.2.28.
public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"

/// The maximum light levels of content and frame average: 4 bytes as in the SEI message of ITU-T H.265, D.2.35.
public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"

/// The ambient environment of the mastering: 8 bytes as in the SEI message of ITU-T H.265, D.2.39.
public let kCVImageBufferAmbientViewingEnvironmentKey: CFString = "AmbientViewingEnvironment"

/// Whether alpha can be ignored: a Boolean.
public let kCVImageBufferAlphaChannelIsOpaque: CFString = "AlphaChannelIsOpaque"

/// The alpha mode: one of the `AlphaChannelMode` strings.
public let kCVImageBufferAlphaChannelModeKey: CFString = "AlphaChannelModeKey"

/// Colors are not premultiplied by alpha.
public let kCVImageBufferAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"

/// Colors are premultiplied by alpha.
public let kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString = "PremultipliedAlpha"
