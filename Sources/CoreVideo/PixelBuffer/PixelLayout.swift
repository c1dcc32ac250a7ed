/// The layout of a new buffer's planes in one block of memory.
struct PixelLayout {
  var offsets: [Int] = []
  var planes: [CVBuffer.Plane] = []
  var byteCount = 0

  /// Computes the layout; nil for a size that is not positive or too large to address.
  ///
  /// Both alignments must be powers of two.
  init?(format: PixelFormat, width: Int, height: Int, rowAlignment: Int, planeAlignment: Int) {
    // The limit prevents an overflow of the products below.
    let largest = 1 << 28
    guard (1...largest).contains(width), (1...largest).contains(height), rowAlignment <= largest,
      planeAlignment <= largest
    else { return nil }
    for index in format.planes.indices {
      let size = format.size(ofPlane: index, width: width, height: height)
      // Packed 4:2:2 shares chroma between two pixels, so an odd row still needs the second one's bytes.
      let columns = format.isPlanar ? size.width : size.width + size.width % 2
      let bytesPerRow = (columns * format.planes[index].bytesPerPixel).roundedUp(to: rowAlignment)
      let (bytes, overflow) = bytesPerRow.multipliedReportingOverflow(by: size.height)
      let offset = byteCount.roundedUp(to: planeAlignment)
      guard !overflow, bytes <= Int.max / 8 else { return nil }
      offsets.append(offset)
      planes.append(CVBuffer.Plane(base: nil, bytesPerRow: bytesPerRow, width: size.width, height: size.height))
      byteCount = offset + bytes
    }
  }

  /// The planes in a block of memory.
  func planes(in memory: UnsafeMutableRawPointer) -> [CVBuffer.Plane] {
    zip(planes, offsets).map { plane, offset in
      var plane = plane
      plane.base = memory + offset
      return plane
    }
  }
}

extension Int {
  /// The next multiple of a power of two.
  fileprivate func roundedUp(to alignment: Int) -> Int {
    (self + alignment - 1) & ~(alignment - 1)
  }

  /// Whether exactly one bit is set.
  var isPowerOfTwo: Bool {
    self > 0 && self & (self - 1) == 0
  }
}
