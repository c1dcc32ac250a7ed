import PlayheadCaptions

extension CairoFrame {
  /// The frame's pixels, for captions that are burned in. Valid only before the frame is shared.
  var captioned: CaptionedFrame {
    CaptionedFrame(
      buffer.address, x: place.x, y: place.y, width: buffer.width, height: buffer.height,
      bytesPerRow: buffer.bytesPerRow)
  }
}
