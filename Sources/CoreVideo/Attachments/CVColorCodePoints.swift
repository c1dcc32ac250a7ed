/// The ITU-T H.273 code point of a color primaries string; 2 (unspecified) for unknown strings and nil.
public func CVColorPrimariesGetIntegerCodePointForString(_ colorPrimariesString: CFString?) -> Int32 {
  ColorCodePoints.primaries.code(of: colorPrimariesString)
}

/// The ITU-T H.273 code point of a transfer function string; 2 (unspecified) for unknown strings and nil.
public func CVTransferFunctionGetIntegerCodePointForString(_ transferFunctionString: CFString?) -> Int32 {
  ColorCodePoints.transferFunctions.code(of: transferFunctionString)
}

/// The ITU-T H.273 code point of a YCbCr matrix string; 2 (unspecified) for unknown strings and nil.
public func CVYCbCrMatrixGetIntegerCodePointForString(_ yCbCrMatrixString: CFString?) -> Int32 {
  ColorCodePoints.matrices.code(of: yCbCrMatrixString)
}

/// The mapping between strings and ITU-T H.273 code points, in both directions.
///
/// Apple's functions from a code point to a string return unmanaged objects, which are not possible for Swift strings.
package struct ColorCodePoints: Sendable {
  /// Pairs in order of preference: of several code points for a string, the first is used.
  private let pairs: [(code: Int32, string: CFString)]

  /// The string of a code point; nil if there is none.
  package func string(of code: Int32) -> CFString? {
    pairs.first { $0.code == code }?.string
  }

  /// The code point of a string; 2 if there is none.
  package func code(of string: CFString?) -> Int32 {
    pairs.first { $0.string == string }?.code ?? 2
  }

  /// Values for `kCVImageBufferColorPrimariesKey`; H.273, table 2.
  package static let primaries = ColorCodePoints(pairs: [
    (1, kCVImageBufferColorPrimaries_ITU_R_709_2), (5, kCVImageBufferColorPrimaries_EBU_3213),
    (6, kCVImageBufferColorPrimaries_SMPTE_C), (7, kCVImageBufferColorPrimaries_SMPTE_C),
    (9, kCVImageBufferColorPrimaries_ITU_R_2020), (11, kCVImageBufferColorPrimaries_DCI_P3),
    (12, kCVImageBufferColorPrimaries_P3_D65), (22, kCVImageBufferColorPrimaries_P22),
  ])

  /// Values for `kCVImageBufferTransferFunctionKey`; H.273, table 3.
  package static let transferFunctions = ColorCodePoints(pairs: [
    (1, kCVImageBufferTransferFunction_ITU_R_709_2), (6, kCVImageBufferTransferFunction_ITU_R_709_2),
    (7, kCVImageBufferTransferFunction_SMPTE_240M_1995), (8, kCVImageBufferTransferFunction_Linear),
    (13, kCVImageBufferTransferFunction_sRGB), (14, kCVImageBufferTransferFunction_ITU_R_2020),
    (15, kCVImageBufferTransferFunction_ITU_R_2020), (16, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ),
    (17, kCVImageBufferTransferFunction_SMPTE_ST_428_1), (18, kCVImageBufferTransferFunction_ITU_R_2100_HLG),
  ])

  /// Values for `kCVImageBufferYCbCrMatrixKey`; H.273, table 4.
  package static let matrices = ColorCodePoints(pairs: [
    (1, kCVImageBufferYCbCrMatrix_ITU_R_709_2), (6, kCVImageBufferYCbCrMatrix_ITU_R_601_4),
    (5, kCVImageBufferYCbCrMatrix_ITU_R_601_4), (7, kCVImageBufferYCbCrMatrix_SMPTE_240M_1995),
    (9, kCVImageBufferYCbCrMatrix_ITU_R_2020),
  ])
}
