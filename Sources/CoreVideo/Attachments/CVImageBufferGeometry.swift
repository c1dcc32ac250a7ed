import Foundation

/// The stored size of the picture in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: CGFloat(imageBuffer.width), height: CGFloat(imageBuffer.height))
}

/// The part of the picture that is meant to be seen, in pixels from the top left corner: the clean aperture that is
/// attached, cut to the picture, or all of it.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
  let whole = CGRect(origin: .zero, size: CVImageBufferGetEncodedSize(imageBuffer))
  guard let aperture = CVBufferCopyAttachment(imageBuffer, kCVImageBufferCleanApertureKey, nil) as? CFDictionary,
    let width = number(aperture[kCVImageBufferCleanApertureWidthKey]),
    let height = number(aperture[kCVImageBufferCleanApertureHeightKey]), width > 0, height > 0
  else { return whole }
  let right = number(aperture[kCVImageBufferCleanApertureHorizontalOffsetKey]) ?? 0
  let down = number(aperture[kCVImageBufferCleanApertureVerticalOffsetKey]) ?? 0
  let part = CGRect(
    x: (whole.width - width) / 2 + right, y: (whole.height - height) / 2 + down, width: width, height: height
  ).intersection(whole)
  return part.isEmpty ? whole : part
}

/// The size to show the picture in, in square pixels: the display dimensions that are attached, or the clean rectangle
/// stretched by the pixel aspect ratio.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  if let size = CVBufferCopyAttachment(imageBuffer, kCVImageBufferDisplayDimensionsKey, nil) as? CFDictionary,
    let width = number(size[kCVImageBufferDisplayWidthKey]), let height = number(size[kCVImageBufferDisplayHeightKey]),
    width > 0, height > 0
  {
    return CGSize(width: width, height: height)
  }
  let clean = CVImageBufferGetCleanRect(imageBuffer).size
  guard let aspect = CVBufferCopyAttachment(imageBuffer, kCVImageBufferPixelAspectRatioKey, nil) as? CFDictionary,
    let horizontal = number(aspect[kCVImageBufferPixelAspectRatioHorizontalSpacingKey]),
    let vertical = number(aspect[kCVImageBufferPixelAspectRatioVerticalSpacingKey]), horizontal > 0, vertical > 0
  else { return clean }
  return CGSize(width: clean.width * horizontal / vertical, height: clean.height)
}

/// Whether the first row in memory is the top of the picture: always.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool {
  true
}

/// A finite number of any type.
private func number(_ value: CFTypeRef?) -> CGFloat? {
  let number: Double? =
    (value as? NSNumber)?.doubleValue ?? (value as? any BinaryInteger).map { Double($0) } ?? (value as? Double)
    ?? (value as? CGFloat).map { Double($0) }
  return number.flatMap { $0.isFinite ? CGFloat($0) : nil }
}
