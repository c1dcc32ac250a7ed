import CPlayheadDeflate
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
    // Without generic conversions, which take most of the tests' time in builds without optimization.
    let rounded = [Int16](unsafeUninitializedCapacity: samples.count) { target, count in
      samples.withUnsafeBufferPointer { source in
        count = source.count
        var index = 0
        while index < count {
          let value = (source[index] * 32768).rounded()
          let word: Int16 = value >= 32767 ? .max : value <= -32768 ? .min : value.isNaN ? 0 : Int16(value)
          target[index] = word.littleEndian
          index += 1
        }
      }
    }
    return rounded.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }
}
