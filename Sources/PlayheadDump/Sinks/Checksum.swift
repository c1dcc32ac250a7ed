import CPlayheadDeflate
import PlayheadBasics
import PlayheadMedia

/// CRC-32 (ISO 3309, as in gzip) of frames and audio.
enum Checksum {
  /// The checksum of the visible rows of all planes, luma first. Padding is not included.
  static func of(_ frame: VideoFrame) -> UInt32 {
    var value: UInt32 = 0
    for plane in 0..<frame.planeCount {
      guard let base = frame.baseAddress(ofPlane: plane) else { continue }
      let size = frame.size(ofPlane: plane)
      let visible = size.width * frame.pixelFormat.bytesPerSample(ofPlane: plane)
      let stride = frame.bytesPerRow(ofPlane: plane)
      for row in 0..<size.height {
        value = libdeflate_crc32(value, base.advanced(by: row * stride), visible)
      }
    }
    return value
  }

  /// Computed over samples rounded to 16 bits: the lowest bits of floating-point decoders differ between processors.
  static func of(_ samples: [Float]) -> UInt32 {
    let rounded = samples.map { Int16(saturating: max(-32768, min(32767, ($0 * 32768).rounded()))).littleEndian }
    return rounded.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }
}
