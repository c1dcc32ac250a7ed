import CoreGraphics
import PlayheadMedia

/// Reads the number that the fixtures carry in each frame; see Docs/Testing.md.
public enum FrameNumber {
  /// nil if the 18 blocks do not begin with white and black, or are neither.
  package static func read(_ frame: VideoFrame) -> Int? {
    guard frame.pixelFormat.bytesPerSample(ofPlane: 0) == 1, let luma = frame.baseAddress(ofPlane: 0) else {
      return nil
    }
    let block = frame.width / 60
    let row = frame.bytesPerRow(ofPlane: 0)
    return decode { luma[(block / 2) * row + $0 * block + block / 2] }
  }

  /// The same for a plane of luma with 8 bits a sample.
  public static func read(luma: UnsafePointer<UInt8>, bytesPerRow: Int, width: Int) -> Int? {
    let block = width / 60
    return decode { luma[block / 2 * bytesPerRow + $0 * block + block / 2] }
  }

  /// The same for an image of 32 bits a pixel, by its green component.
  public static func read(_ image: CGImage) -> Int? {
    guard image.bitsPerPixel == 32, let bytes = image.dataProvider?.data?.bytes, image.width >= 60 else { return nil }
    let block = image.width / 60
    let row = bytes.assumingMemoryBound(to: UInt8.self) + block / 2 * image.bytesPerRow
    return decode { row[($0 * block + block / 2) * 4 + 1] }
  }

  /// The number in 18 brightnesses, of which the first two must be white and black. Half way between is no answer.
  static func decode(_ brightness: (Int) -> UInt8) -> Int? {
    var bits: [Bool] = []
    for index in 0..<18 {
      let value = brightness(index)
      guard value < 96 || value > 160 else { return nil }
      bits.append(value > 127)
    }
    guard bits[0], !bits[1] else { return nil }
    return bits.dropFirst(2).reduce(0) { $0 * 2 + ($1 ? 1 : 0) }
  }
}
