import PlayheadMedia

/// The frame number drawn into each frame of the benchmark clips: 18 blocks at the top left, each a sixtieth of the
/// width in size: white, black, then 16 bits, highest first, white for one.
enum FrameNumber {
  /// Reads the number; nil if the frame contains none.
  static func read(_ frame: VideoFrame) -> Int? {
    guard frame.pixelFormat.isPlanarYUV, let luma = frame.baseAddress(ofPlane: 0) else { return nil }
    let side = frame.width / 60
    let row = luma + side / 2 * frame.bytesPerRow(ofPlane: 0)
    let bits = (0..<18).map { isWhite(row, at: $0 * side + side / 2, depth: frame.pixelFormat.bitDepth) }
    guard bits[0], !bits[1] else { return nil }
    return bits[2...].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
  }

  /// Whether a luma sample is in the upper half of its range; samples of more than 8 bits are little-endian 16-bit
  /// numbers.
  private static func isWhite(_ row: UnsafeMutablePointer<UInt8>, at column: Int, depth: Int) -> Bool {
    guard depth > 8 else { return row[column] >= 128 }
    let value = Int(row[2 * column]) | Int(row[2 * column + 1]) << 8
    return value >= 1 << (depth - 1)
  }
}
