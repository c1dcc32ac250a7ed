import Glibc

/// Converts the sRGB colours of captions to values of HDR video in BT.2020, with graphics white at 203 cd/m² (Rep.
/// ITU-R BT.2408), and blends them over its pixels.
package struct HDRGraphics: Sendable {
  /// The transfer function of the video.
  private let transfer: ColorMapping.Transfer
  /// The light of each sRGB value, relative to white.
  private let linear: [Float]
  /// The HDR value of each relative light from 0 to 1, indexed by its fourth root.
  private let codes: [Float]

  /// The entries of `codes`: more than the values of ten bits.
  private static let steps = 4096
  /// The nominal peak of HLG relative to graphics white.
  private static let hlgPeak: Float = ColorMapping.hlgPeak / ToneCurve.white

  /// Computes the tables for `pq` or `hlg`.
  package init(_ transfer: ColorMapping.Transfer) {
    self.transfer = transfer
    linear = (0..<256).map { ColorMapping.light(Float($0) / 255, .gamma) }
    codes = (0..<Self.steps).map { step in
      let root = Float(step) / Float(Self.steps - 1)
      let light = root * root * root * root
      return transfer == .hlg ? ColorMapping.hlgCode(light) : PerceptualQuantizer.value(of: light * ToneCurve.white)
    }
  }

  /// The HDR values, from 0 to 1, of red, green and blue of sRGB.
  package func convert(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> SIMD3<Float> {
    let source = SIMD3(linear[Int(red)], linear[Int(green)], linear[Int(blue)])
    // From BT.709 to BT.2020 (Rec. ITU-R BT.2087).
    var light = SIMD3(
      (source * SIMD3(0.6274, 0.3293, 0.0433)).sum(), (source * SIMD3(0.0691, 0.9195, 0.0114)).sum(),
      (source * SIMD3(0.0164, 0.0880, 0.8956)).sum())
    if transfer == .hlg {
      // The inverse OOTF at 1000 cd/m² (Rec. ITU-R BT.2100): scene light = light × luminance^(1/1.2 − 1).
      light /= Self.hlgPeak
      let luminance = (light * ColorMapping.luminanceParts).sum()
      light *= luminance > 0 ? powf(luminance, 1 / 1.2 - 1) : 0
    }
    let roots = light.clamped(lowerBound: .zero, upperBound: .one).squareRoot().squareRoot()
    let steps = roots * Float(Self.steps - 1) + 0.5
    return SIMD3(codes[Int(steps.x)], codes[Int(steps.y)], codes[Int(steps.z)])
  }

  /// Blends a row of premultiplied pixels, blue first, over pixels of `PixelFormat.x2rgb10`.
  ///
  /// - Parameter count: The number of pixels. Both rows must have as many.
  package func blend(
    _ source: UnsafePointer<UInt8>, over target: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    // Neighbours often have the same colour.
    var last: (key: UInt32, value: SIMD3<Float>)?
    for x in 0..<count {
      let pixel = source + x * 4
      let alpha = UInt32(pixel[3])
      guard alpha > 0 else { continue }
      func straight(_ value: UInt8) -> UInt8 { UInt8(min(255, (UInt32(value) * 255 + alpha / 2) / alpha)) }
      let (red, green, blue) = (straight(pixel[2]), straight(pixel[1]), straight(pixel[0]))
      let key = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      let color = last.flatMap { $0.key == key ? $0.value : nil } ?? convert(red, green, blue)
      last = (key, color)
      let word = UInt32(littleEndian: target[x])
      let below = SIMD3(Float(word >> 20 & 1023), Float(word >> 10 & 1023), Float(word & 1023))
      let share = Float(alpha) / 255
      let mixed = color * (1023 * share) + below * (1 - share) + 0.5
      target[x] = (UInt32(mixed.x) << 20 | UInt32(mixed.y) << 10 | UInt32(mixed.z)).littleEndian
    }
  }
}
