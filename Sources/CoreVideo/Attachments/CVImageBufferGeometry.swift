import Foundation

/// The stored size of the image in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: CGFloat(imageBuffer.width), height: CGFloat(imageBuffer.height))
}

/// The visible part of the image, in pixels from the top left corner: the attached clean aperture, clipped to the
/// image, or the whole image.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
  imageBuffer.shape.cleanRect
}

/// The display size of the image in square pixels: the attached display dimensions, or the clean rectangle scaled by
/// the pixel aspect ratio.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  imageBuffer.shape.displaySize
}

/// Whether the first row in memory is the top of the image: always true.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool {
  true
}

extension CVBuffer {
  /// The shape of the image according to the attachments.
  fileprivate var shape: StoredImageShape {
    StoredImageShape(size: CVImageBufferGetEncodedSize(self)) { CVBufferCopyAttachment(self, $0, nil) }
  }
}
