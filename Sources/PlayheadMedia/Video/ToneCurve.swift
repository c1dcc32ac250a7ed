import Glibc

/// The tone curve of Rec. ITU-R BT.2390 §5.4.1 (EETF), which compresses the light of a mastering display to the range
/// of a standard screen, in the space of PQ.
///
/// Light below the knee keeps its brightness, except near black, where it is raised above the black of the screen. The
/// knee is at 2 × white − 1, not at the 1.5 × white − 0.5 of the recommendation: the curve is then smoother, and
/// libplacebo uses the same.
struct ToneCurve {
  /// Graphics white of the screen in cd/m² (Rec. BT.2408).
  static let white: Float = 203
  /// Black of the screen in cd/m²: a contrast of 1000 to 1.
  static let black: Float = 0.203

  /// The PQ value of the peak.
  private let top: Float
  /// The PQ values of white and black, relative to `top`.
  private let (limit, floor): (Float, Float)
  /// The value above which light is compressed, relative to `top`.
  private let knee: Float
  /// The exponent of the elevation of black.
  private let elevation: Float
  /// The factor that keeps white after the elevation of black.
  private let gain: Float

  /// Computes a curve from a display with the given peak in cd/m².
  init(peak: Float) {
    top = PerceptualQuantizer.value(of: max(peak, Self.white))
    limit = PerceptualQuantizer.value(of: Self.white) / top
    floor = PerceptualQuantizer.value(of: Self.black) / top
    knee = 2 * limit - 1
    elevation = min(1 / floor, 4)
    gain = limit < 1 ? 1 / (1 + floor / limit * powf(1 - limit, elevation)) : 1
  }

  /// The light on the screen for light of the source, both in cd/m². Light above the peak is treated as the peak.
  func callAsFunction(_ light: Float) -> Float {
    var value = min(1, PerceptualQuantizer.value(of: light) / top)
    if value > knee, knee < 1 {
      let place = (value - knee) / (1 - knee)
      let (square, cube) = (place * place, place * place * place)
      value =
        (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + place) * (1 - knee) + (3 * square - 2 * cube) * limit
    }
    value += floor * powf(max(0, 1 - value), elevation)
    value = gain * (value - floor) + floor
    return PerceptualQuantizer.light(of: value * top)
  }
}

/// The transfer function PQ (Rec. ITU-R BT.2100 table 4), between values from 0 to 1 and light in cd/m².
package enum PerceptualQuantizer {
  /// The light of a value.
  package static func light(of value: Float) -> Float {
    let power = powf(max(value, 0), 1 / 78.84375)
    return 10_000 * powf(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
  }

  /// The value of a light.
  static func value(of light: Float) -> Float {
    let power = powf(max(light, 0) / 10_000, 0.1593017578125)
    return powf((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
  }
}
