import PlayheadCaptions

extension CairoFrame {
  /// Its pixels, for captions that become a part of it. Only before anybody else has the picture.
  var captioned: CaptionedFrame {
    CaptionedFrame(
      buffer.address, x: place.x, y: place.y, width: buffer.width, height: buffer.height,
      bytesPerRow: buffer.bytesPerRow)
  }
}
