import Glibc

/// Maps colours of another range or gamut to sRGB. Rec. means ITU-R recommendation.
///
/// Light is relative to graphics white, 203 cd/m² (Rec. BT.2408). PQ and HLG are decoded according to Rec. BT.2100, HLG
/// for a display of 1000 cd/m². Light above white is compressed by the curve of Rec. BT.2390 §5.4.1 over the largest
/// component, which preserves hue; primaries are then converted, and values outside sRGB are clipped.
package struct ColorMapping {
  /// The transfer functions of the source.
  ///
  /// `gamma` covers all transfer functions of standard dynamic range.
  package enum Transfer: Sendable, Equatable { case gamma, pq, hlg }
  /// The colour primaries of the source.
  ///
  /// The white point of all of them is D65.
  package enum Primaries: Sendable, Equatable { case bt709, bt2020, p3 }
  /// The colours of the source.
  package struct Source: Sendable, Equatable {
    /// The primaries, which determine the matrix.
    package var primaries: Primaries
    /// The transfer function, which determines the tables.
    package var transfer: Transfer

    /// Creates a description of the source's colours.
    package init(primaries: Primaries, transfer: Transfer) {
      self.primaries = primaries
      self.transfer = transfer
    }
  }

  /// Graphics white in cd/m² (Rec. BT.2408).
  private static let white: Float = 203
  /// The assumed peak of mastered content in cd/m².
  private static let peak: Float = 1000
  /// Entries of the tables: enough for results of eight bits.
  private static let steps = 4096

  /// The colours for which the tables were computed.
  private let source: Source
  /// The light of each coded value, in multiples of white.
  private let linear: [Float]
  /// Gain factors, indexed by the fourth root of the largest component relative to `reach`.
  private let tone: [Float]
  /// The sRGB code of each light from 0 to 1.
  private let coded: [UInt8]
  /// Three rows of three factors, from the source's primaries to those of sRGB.
  private let matrix: [Float]
  /// The brightest light in the tables.
  private let reach: Float

  /// Computes the tables for a source.
  package init(_ source: Source) {
    self.source = source
    linear = (0..<Self.steps).map { Self.light(Float($0) / Float(Self.steps - 1), source.transfer) }
    coded = (0..<Self.steps).map { UInt8((Self.sRGB(Float($0) / Float(Self.steps - 1)) * 255).rounded()) }
    matrix = Self.matrix(from: source.primaries)
    let reach = source.transfer == .gamma ? 1 : 10_000 / Self.white
    self.reach = reach
    tone = (0..<Self.steps).map { step in
      let root = Float(step) / Float(Self.steps - 1)
      let value = root * root * root * root * reach
      return source.transfer == .gamma || value <= 0 ? 1 : Self.toned(value) / value
    }
  }

  /// Maps a row of RGBX pixels of four 16-bit words to BGRX pixels of four bytes.
  ///
  /// - Parameter count: The number of pixels. Both rows must have as many.
  package func map(_ pixels: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<UInt8>, count: Int) {
    linear.withUnsafeBufferPointer { linear in
      coded.withUnsafeBufferPointer { coded in
        for pixel in 0..<count {
          let (red, green, blue) = (pixels[pixel * 4] >> 4, pixels[pixel * 4 + 1] >> 4, pixels[pixel * 4 + 2] >> 4)
          let mapped = mapped(SIMD3(linear[Int(red)], linear[Int(green)], linear[Int(blue)]))
          let steps = mapped.clamped(lowerBound: .zero, upperBound: .one) * Float(Self.steps - 1) + 0.5
          target[pixel * 4] = coded[Int(steps.z)]
          target[pixel * 4 + 1] = coded[Int(steps.y)]
          target[pixel * 4 + 2] = coded[Int(steps.x)]
          target[pixel * 4 + 3] = 255
        }
      }
    }
  }

  /// Converts source light to sRGB light.
  private func mapped(_ light: SIMD3<Float>) -> SIMD3<Float> {
    var light = light
    if source.transfer == .hlg {
      // The HLG OOTF: light × luminance^0.2 at 1000 cd/m².
      let luminance = max(0, (light * SIMD3(0.2627, 0.6780, 0.0593)).sum() * Self.white / Self.peak)
      light *= powf(luminance, 0.2)
    }
    let brightest = max(light.max(), 0)
    if source.transfer != .gamma {
      let root = sqrtf(sqrtf(min(1, brightest / reach)))
      light *= tone[Int(root * Float(Self.steps - 1) + 0.5)]
    }
    return SIMD3(
      (light * SIMD3(matrix[0], matrix[1], matrix[2])).sum(), (light * SIMD3(matrix[3], matrix[4], matrix[5])).sum(),
      (light * SIMD3(matrix[6], matrix[7], matrix[8])).sum())
  }

  // MARK: Curves

  /// Converts a coded value to light.
  private static func light(_ value: Float, _ transfer: Transfer) -> Float {
    switch transfer {
    // Approximated by the sRGB curve, which is inverted at the end: values inside sRGB do not change.
    case .gamma: value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    case .pq: 10_000 * pqLight(value) / white
    case .hlg: peak / white * hlgScene(value)
    }
  }

  /// The sRGB transfer function (IEC 61966-2-1), from light to a coded value, both from 0 to 1.
  private static func sRGB(_ light: Float) -> Float {
    light <= 0.0031308 ? 12.92 * light : 1.055 * powf(light, 1 / 2.4) - 0.055
  }

  /// Rec. BT.2100 table 4, from 0…1 to 0…1 of 10 000 cd/m².
  private static func pqLight(_ value: Float) -> Float {
    let power = powf(value, 1 / 78.84375)
    return powf(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
  }

  /// The inverse of `pqLight`.
  private static func pqValue(_ light: Float) -> Float {
    let power = powf(max(light, 0), 0.1593017578125)
    return powf((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
  }

  /// Rec. BT.2100 table 5, from 0…1 to scene light.
  private static func hlgScene(_ value: Float) -> Float {
    value <= 0.5 ? value * value / 3 : (expf((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }

  /// Rec. BT.2390 §5.4.1 from a display of `peak` to one of `white`, in multiples of white.
  private static func toned(_ light: Float) -> Float {
    let top = pqValue(peak / 10_000)
    let value = min(1, pqValue(light * white / 10_000) / top)
    let limit = pqValue(white / 10_000) / top
    let knee = 1.5 * limit - 0.5
    guard value > knee else { return light }
    let place = (value - knee) / (1 - knee)
    let (square, cube) = (place * place, place * place * place)
    let bent =
      (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + place) * (1 - knee) + (3 * square - 2 * cube) * limit
    return pqLight(bent * top) * 10_000 / white
  }

  /// Converts primaries to BT.709, both with white point D65: rows for red, green and blue. Rec. BT.2087, SMPTE RP 177.
  private static func matrix(from primaries: Primaries) -> [Float] {
    switch primaries {
    case .bt709: [1, 0, 0, 0, 1, 0, 0, 0, 1]
    case .bt2020: [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187]
    case .p3: [1.2249, -0.2247, 0, -0.0420, 1.0419, 0, -0.0197, -0.0786, 1.0979]
    }
  }
}
