import CPlayheadFFmpeg
import PlayheadMedia

/// The difference of two frames: that of the block that differs most, so that a small moving object counts.
enum FrameDifference {
  /// The width and the height of a block in samples.
  private static let block = 32

  /// The largest mean difference of a block's luma, in levels of 8 bits a sample; nil for frames of different formats.
  static func largest(_ first: UnsafeMutablePointer<AVFrame>, _ second: UnsafeMutablePointer<AVFrame>) -> Double? {
    guard FrameFilter.Format(first) == FrameFilter.Format(second), let one = first.pointee.data.0,
      let other = second.pointee.data.0
    else { return nil }
    let format = PixelFormat(AVPixelFormat(first.pointee.format))
    let (rows, otherRows) = (Int(first.pointee.linesize.0), Int(second.pointee.linesize.0))
    let (width, height) = (Int(first.pointee.width), Int(first.pointee.height))
    guard format.isPlanarYUV || format.name.hasPrefix("gray"), width > 0, height > 0 else { return nil }
    let isWide = format.bytesPerSample(ofPlane: 0) == 2
    var largest = 0.0
    for top in stride(from: 0, to: height, by: block) {
      let bottom = min(height, top + block)
      for left in stride(from: 0, to: width, by: block) {
        let right = min(width, left + block)
        var sum = 0
        for y in top..<bottom {
          let (row, otherRow) = (UnsafeRawPointer(one + y * rows), UnsafeRawPointer(other + y * otherRows))
          sum +=
            isWide
            ? difference(row, otherRow, left..<right, UInt16.self) : difference(row, otherRow, left..<right, UInt8.self)
        }
        // Smaller blocks at the edges count less, because noise is not averaged there.
        largest = max(largest, Double(sum) / Double(block * block))
      }
    }
    return largest / Double(1 << max(0, format.bitDepth - 8))
  }

  /// The sum of the differences of two rows in a range of columns.
  @inline(__always) private static func difference<Sample: FixedWidthInteger & UnsignedInteger>(
    _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ columns: Range<Int>, _ type: Sample.Type
  ) -> Int {
    let (one, other) = (first.assumingMemoryBound(to: type), second.assumingMemoryBound(to: type))
    var sum = 0
    for x in columns { sum &+= abs(Int(one[x]) &- Int(other[x])) }
    return sum
  }
}
