import Foundation

/// The stored size of the picture in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: CGFloat(imageBuffer.width), height: CGFloat(imageBuffer.height))
}

/// The part of the picture that is meant to be seen, in pixels from the top left corner: the clean aperture that is
/// attached, cut to the picture, or all of it.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
  imageBuffer.shape.cleanRect
}

/// The size to show the picture in, in square pixels: the display dimensions that are attached, or the clean rectangle
/// stretched by the pixel aspect ratio.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  imageBuffer.shape.displaySize
}

/// Whether the first row in memory is the top of the picture: always.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool {
  true
}

extension CVBuffer {
  /// What the attachments tell about the picture's shape.
  fileprivate var shape: StoredImageShape {
    StoredImageShape(size: CVImageBufferGetEncodedSize(self)) { CVBufferCopyAttachment(self, $0, nil) }
  }
}
