/// The attached color space of an image buffer, or else the one of its primaries and transfer function.
///
/// The caller does not own the reference: use `takeUnretainedValue()` at once.
public func CVImageBufferGetColorSpace(_ imageBuffer: CVImageBuffer) -> Unmanaged<CGColorSpace>? {
  if let space = CVBufferCopyAttachment(imageBuffer, kCVImageBufferCGColorSpaceKey, nil) as? CGColorSpace {
    return Unmanaged.passUnretained(space)
  }
  guard let space = colorSpace(of: CVBufferCopyAttachments(imageBuffer, .shouldPropagate) ?? [:]) else { return nil }
  // Attached, so that the reference is valid as long as the buffer.
  CVBufferSetAttachment(imageBuffer, kCVImageBufferCGColorSpaceKey, space, .shouldPropagate)
  return Unmanaged.passUnretained(space)
}

/// The color space of the primaries and transfer function among the attachments; nil if there is no named color space
/// for them. Take the value with `takeRetainedValue()`.
public func CVImageBufferCreateColorSpaceFromAttachments(_ attachments: CFDictionary) -> Unmanaged<CGColorSpace>? {
  colorSpace(of: attachments).map(Unmanaged.passRetained)
}

private func colorSpace(of attachments: CFDictionary) -> CGColorSpace? {
  guard let primaries = attachments[kCVImageBufferColorPrimariesKey] as? CFString,
    let transfer = attachments[kCVImageBufferTransferFunctionKey] as? CFString
  else { return nil }
  let television = [kCVImageBufferTransferFunction_ITU_R_709_2, kCVImageBufferTransferFunction_ITU_R_2020]
  let name: CFString? =
    switch (primaries, transfer) {
    case (kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferTransferFunction_sRGB): CGColorSpace.sRGB
    case (kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferTransferFunction_Linear): CGColorSpace.linearSRGB
    case (kCVImageBufferColorPrimaries_ITU_R_709_2, _) where television.contains(transfer): CGColorSpace.itur_709
    case (kCVImageBufferColorPrimaries_P3_D65, kCVImageBufferTransferFunction_sRGB): CGColorSpace.displayP3
    case (kCVImageBufferColorPrimaries_P3_D65, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ):
      CGColorSpace.displayP3_PQ
    case (kCVImageBufferColorPrimaries_P3_D65, kCVImageBufferTransferFunction_ITU_R_2100_HLG):
      CGColorSpace.displayP3_HLG
    case (kCVImageBufferColorPrimaries_DCI_P3, kCVImageBufferTransferFunction_SMPTE_ST_428_1): CGColorSpace.dcip3
    case (kCVImageBufferColorPrimaries_ITU_R_2020, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ):
      CGColorSpace.itur_2100_PQ
    case (kCVImageBufferColorPrimaries_ITU_R_2020, kCVImageBufferTransferFunction_ITU_R_2100_HLG):
      CGColorSpace.itur_2100_HLG
    case (kCVImageBufferColorPrimaries_ITU_R_2020, _) where television.contains(transfer): CGColorSpace.itur_2020
    default: nil
    }
  return name.flatMap(CGColorSpace.init(name:))
}
