import Glibc
import PlayheadBasics

/// Maps colours of another range or gamut to sRGB. Rec. means ITU-R recommendation.
///
/// Light is in cd/m². PQ and HLG are decoded according to Rec. BT.2100, HLG for a display of 1000 cd/m². `ToneCurve`
/// compresses the largest component, which preserves hue; primaries are then converted, and values outside sRGB are
/// clipped. The result is that of libplacebo with the curve `bt.2390` and the mode `max`.
package struct ColorMapping: Sendable {
  /// The transfer functions of the source.
  ///
  /// `gamma` covers all transfer functions of standard dynamic range.
  package enum Transfer: Sendable, Hashable { case gamma, pq, hlg }
  /// The colour primaries of the source.
  ///
  /// The white point of all of them is D65.
  package enum Primaries: Sendable, Hashable { case bt709, bt2020, p3 }
  /// The colours of the source.
  package struct Source: Sendable, Hashable {
    /// The primaries, which determine the matrix.
    package var primaries: Primaries
    /// The transfer function, which determines the tables.
    package var transfer: Transfer
    /// The brightest light in cd/m²; without a meaning for `gamma`.
    package var peak: Int32
    /// The conversion of samples to light, if they have no matrix and no transfer function; nil for other samples.
    package var dolbyVision: DolbyVisionMapping?

    /// The peak of content that does not declare one.
    package static let usualPeak: Int32 = 1000

    /// Creates a description of the source's colours.
    package init(primaries: Primaries, transfer: Transfer, peak: Int32 = usualPeak) {
      self.primaries = primaries
      self.transfer = transfer
      self.peak = peak
    }

    /// The colours of frames; nil if a standard screen shows them as they are. HDR is recognised by its transfer
    /// function, PQ or HLG; without declared primaries, it is assumed to use those of Rec. BT.2100.
    package init?(_ color: ColorDescription) {
      if let mapping = color.dolbyVisionMapping {
        self.init(
          primaries: .bt2020, transfer: .pq,
          peak: color.scenePeak > 0 ? Self.rounded(scenePeak: color.scenePeak) : mapping.peak)
        dolbyVision = mapping
        return
      }
      let transfer: Transfer = color.transfer == 16 ? .pq : color.transfer == 18 ? .hlg : .gamma
      switch color.primaries {
      case 9: self.init(primaries: .bt2020, transfer: transfer)
      case 12: self.init(primaries: .p3, transfer: transfer)
      case _ where transfer == .gamma: return nil
      case 1: self.init(primaries: .bt709, transfer: transfer)
      default: self.init(primaries: .bt2020, transfer: transfer)
      }
      guard transfer == .pq else { return }
      if color.scenePeak > 0 {
        peak = Self.rounded(scenePeak: color.scenePeak)
      } else if color.peakLuminance > 0 {
        peak = color.peakLuminance
      }
    }

    /// Raises the peak of a scene to the next of values that are about 8 % apart. Scenes then share tables, and a peak
    /// that changes with every frame rarely needs a new one. All peaks below graphics white have the same curve.
    private static func rounded(scenePeak: Int32) -> Int32 {
      let value = PerceptualQuantizer.value(of: max(Float(scenePeak), ToneCurve.white))
      let light = PerceptualQuantizer.light(of: (value * 128).rounded(.up) / 128)
      return Int32(saturating: Double(light.rounded(.up)))
    }
  }

  /// The nominal peak of HLG in cd/m².
  static let hlgPeak: Float = 1000
  /// The parts of red, green and blue light of Rec. BT.2020 in luminance.
  static let luminanceParts: SIMD3<Float> = SIMD3(0.2627, 0.6780, 0.0593)
  /// Entries of the tables: enough for results of eight bits.
  private static let steps = 4096

  /// The colours for which the tables were computed.
  private let source: Source
  /// The light of each coded value in cd/m²; relative to white for `gamma`.
  private let linear: [Float]
  /// Gain factors, indexed by the fourth root of the largest component relative to `reach`.
  private let tone: [Float]
  /// The sRGB value, 0 to 1, of each light from 0 to 1, indexed by its square root.
  private let codes: [Float]
  /// Three rows of three factors, from the source's primaries to those of sRGB.
  private let matrix: [Float]
  /// The brightest light in the tables.
  private let reach: Float
  /// The light that sRGB's 0 and 1 show.
  private let (black, white): (Float, Float)

  /// Computes the tables for a source.
  package init(_ source: Source) {
    self.source = source
    linear = (0..<Self.steps).map { Self.light(Float($0) / Float(Self.steps - 1), source.transfer) }
    codes = (0..<Self.steps).map { step in
      let root = Float(step) / Float(Self.steps - 1)
      return Self.sRGB(root * root)
    }
    matrix = Self.matrix(from: source.primaries)
    if source.transfer == .gamma {
      (black, white, reach) = (0, 1, 1)
      tone = []
    } else {
      let reach = max(Float(source.peak), ToneCurve.white)
      (black, white, self.reach) = (ToneCurve.black, ToneCurve.white, reach)
      let curve = ToneCurve(peak: reach)
      tone = (0..<Self.steps).map { step in
        let root = Float(step) / Float(Self.steps - 1)
        let light = root * root * root * root * reach
        return curve(light) / max(light, ToneCurve.black)
      }
    }
  }

  /// Converts red, green and blue of the source to those of sRGB, all from 0 to 1. Other values are clipped.
  package func convert(_ color: SIMD3<Float>) -> SIMD3<Float> {
    let top = Float(Self.steps - 1)
    let steps = color.clamped(lowerBound: .zero, upperBound: .one) * top + 0.5
    return coded(mapped(SIMD3(linear[Int(steps.x)], linear[Int(steps.y)], linear[Int(steps.z)])))
  }

  /// Converts a sample of Dolby Vision, with components from 0 to 1, to red, green and blue of sRGB.
  package func convert(sample: SIMD3<Float>, of dolbyVision: DolbyVisionMapping) -> SIMD3<Float> {
    let responses = dolbyVision.responses(to: sample).clamped(lowerBound: .zero, upperBound: .one)
    let steps = responses * Float(Self.steps - 1) + 0.5
    let light = SIMD3(linear[Int(steps.x)], linear[Int(steps.y)], linear[Int(steps.z)])
    return coded(mapped(dolbyVision.light(of: light)))
  }

  /// Codes light of sRGB, and clips it.
  private func coded(_ light: SIMD3<Float>) -> SIMD3<Float> {
    let top = Float(Self.steps - 1)
    let relative = ((light - black) / (white - black)).clamped(lowerBound: .zero, upperBound: .one)
    let roots = relative.squareRoot() * top + 0.5
    return SIMD3(codes[Int(roots.x)], codes[Int(roots.y)], codes[Int(roots.z)])
  }

  /// Maps a row of RGBX pixels of four 16-bit words to pixels of four bytes: BGRX, or RGBX.
  ///
  /// - Parameter count: The number of pixels. Both rows must have as many.
  package func map(
    _ pixels: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<UInt8>, count: Int, isBlueFirst: Bool = true
  ) {
    let (red, blue) = isBlueFirst ? (2, 0) : (0, 2)
    for pixel in 0..<count {
      let word = pixels + pixel * 4
      let mapped = convert(SIMD3(Float(word[0]), Float(word[1]), Float(word[2])) / 65_535) * 255 + 0.5
      target[pixel * 4 + red] = UInt8(mapped.x)
      target[pixel * 4 + 1] = UInt8(mapped.y)
      target[pixel * 4 + blue] = UInt8(mapped.z)
      target[pixel * 4 + 3] = 255
    }
  }

  /// Converts source light to sRGB light.
  private func mapped(_ light: SIMD3<Float>) -> SIMD3<Float> {
    var light = light
    if source.transfer == .hlg {
      // The HLG OOTF: scene light × luminance^0.2 at 1000 cd/m².
      let luminance = max(0, (light * Self.luminanceParts).sum() / Self.hlgPeak)
      light *= powf(luminance, 0.2)
    }
    if source.transfer != .gamma {
      light = light.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: reach))
      let root = (light.max() / reach).squareRoot().squareRoot()
      light *= tone[Int(root * Float(Self.steps - 1) + 0.5)]
    }
    return SIMD3(
      (light * SIMD3(matrix[0], matrix[1], matrix[2])).sum(), (light * SIMD3(matrix[3], matrix[4], matrix[5])).sum(),
      (light * SIMD3(matrix[6], matrix[7], matrix[8])).sum())
  }

  // MARK: Curves

  /// Converts a coded value to light.
  static func light(_ value: Float, _ transfer: Transfer) -> Float {
    switch transfer {
    // Approximated by the sRGB curve, which is inverted at the end: values inside sRGB do not change.
    case .gamma: value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    case .pq: PerceptualQuantizer.light(of: value)
    case .hlg: hlgPeak * hlgScene(value)
    }
  }

  /// The sRGB transfer function (IEC 61966-2-1), from light to a coded value, both from 0 to 1.
  private static func sRGB(_ light: Float) -> Float {
    light <= 0.0031308 ? 12.92 * light : 1.055 * powf(light, 1 / 2.4) - 0.055
  }

  /// Rec. BT.2100 table 5, from 0…1 to scene light.
  private static func hlgScene(_ value: Float) -> Float {
    value <= 0.5 ? value * value / 3 : (expf((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }

  /// Rec. BT.2100 table 5, from scene light to a coded value, both from 0 to 1: the inverse of `hlgScene`.
  static func hlgCode(_ light: Float) -> Float {
    light <= 1 / 12 ? sqrtf(3 * light) : 0.17883277 * logf(12 * light - 0.28466892) + 0.55991073
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
