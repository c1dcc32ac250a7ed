import Foundation

/// The difference of two sRGB colours as observers see it: CIEDE2000 (ISO/CIE 11664-6). 1 is just visible.
public enum ColorDifference {
  /// A colour in CIELAB.
  public struct Lab: Sendable {
    public var lightness: Double
    public var a: Double
    public var b: Double

    public init(_ lightness: Double, _ a: Double, _ b: Double) { (self.lightness, self.a, self.b) = (lightness, a, b) }

    /// The CIELAB colour of red, green and blue in sRGB, from 0 to 255.
    public init(_ color: [Int]) {
      self.init(red: Double(color[0]), green: Double(color[1]), blue: Double(color[2]))
    }

    /// The CIELAB colour of an sRGB colour with components from 0 to 255, for the white point D65 (IEC 61966-2-1).
    public init(red: Double, green: Double, blue: Double) {
      let light = [red, green, blue].map { component in
        let value = component / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      func root(_ x: Double) -> Double { x > 216.0 / 24_389 ? cbrt(x) : (24_389.0 / 27 * x + 16) / 116 }
      let x = root((0.4124564 * light[0] + 0.3575761 * light[1] + 0.1804375 * light[2]) / 0.95047)
      let y = root(0.2126729 * light[0] + 0.7151522 * light[1] + 0.0721750 * light[2])
      let z = root((0.0193339 * light[0] + 0.1191920 * light[1] + 0.9503041 * light[2]) / 1.08883)
      self.init(116 * y - 16, 500 * (x - y), 200 * (y - z))
    }
  }

  /// The difference of two colours.
  public static func between(_ first: Lab, _ second: Lab) -> Double {
    let mean7 = pow((hypot(first.a, first.b) + hypot(second.a, second.b)) / 2, 7)
    let stretch = 1 + 0.5 * (1 - (mean7 / (mean7 + pow(25, 7))).squareRoot())
    let (a1, a2) = (first.a * stretch, second.a * stretch)
    let (chroma1, chroma2) = (hypot(a1, first.b), hypot(a2, second.b))
    func hue(_ b: Double, _ a: Double) -> Double {
      let angle = atan2(b, a) * 180 / .pi
      return angle < 0 ? angle + 360 : angle
    }
    let (hue1, hue2) = (hue(first.b, a1), hue(second.b, a2))
    let isGray = chroma1 * chroma2 == 0
    var turn = isGray ? 0 : hue2 - hue1
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    var hueMean = hue1 + hue2
    if !isGray {
      if abs(hue1 - hue2) <= 180 { hueMean /= 2 } else { hueMean = (hueMean + (hueMean < 360 ? 360 : -360)) / 2 }
    }
    func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
    let hueDifference = 2 * (chroma1 * chroma2).squareRoot() * sin(turn / 2 * .pi / 180)
    let chromaMean = (chroma1 + chroma2) / 2
    let lightnessOffset = pow((first.lightness + second.lightness) / 2 - 50, 2)
    let weight =
      1 - 0.17 * cosine(hueMean - 30) + 0.24 * cosine(2 * hueMean) + 0.32 * cosine(3 * hueMean + 6)
      - 0.20 * cosine(4 * hueMean - 63)
    let lightness =
      (second.lightness - first.lightness) / (1 + 0.015 * lightnessOffset / (20 + lightnessOffset).squareRoot())
    let chroma = (chroma2 - chroma1) / (1 + 0.045 * chromaMean)
    let turned = hueDifference / (1 + 0.015 * chromaMean * weight)
    let chroma7 = pow(chromaMean, 7)
    let rotation =
      -sin(60 * exp(-pow((hueMean - 275) / 25, 2)) * .pi / 180) * 2 * (chroma7 / (chroma7 + pow(25, 7))).squareRoot()
    return (lightness * lightness + chroma * chroma + turned * turned + rotation * chroma * turned).squareRoot()
  }
}
