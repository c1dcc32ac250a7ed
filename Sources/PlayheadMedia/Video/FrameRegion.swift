import PlayheadBasics

/// A rectangle in the samples of a stored frame.
package struct FrameRegion: Sendable, Hashable {
  /// The first column.
  package var x: Int
  /// The first row.
  package var y: Int
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Creates a region in samples.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The clean aperture of a frame of the given size, in whole samples; nil if it is invalid or covers the whole frame.
  /// ISO/IEC 14496-12 §12.1.4: offsets are relative to the centre of the frame.
  package init?(_ aperture: CleanAperture, width: Int, height: Int) {
    func cut(_ length: Double, _ offset: Double, _ whole: Int) -> (start: Int, length: Int)? {
      let start = (Double(whole) - length) / 2 + offset
      guard length.isFinite, offset.isFinite, length >= 1, start > -1, start + length < Double(whole) + 1 else {
        return nil
      }
      let first = max(0, Int(saturating: start.rounded()))
      return (first, min(whole - first, Int(saturating: length.rounded())))
    }
    guard let across = cut(aperture.width, aperture.horizontalOffset, width),
      let down = cut(aperture.height, aperture.verticalOffset, height),
      across.length < width || down.length < height, across.length > 0, down.length > 0
    else { return nil }
    self.init(x: across.start, y: down.start, width: across.length, height: down.length)
  }
}
