import Foundation

/// A colour: components of a colour space, and alpha.
///
/// Immutable and therefore `Sendable`. Supports colour spaces that can be converted to sRGB: device spaces, sRGB,
/// linear sRGB (extended or not), Display P3, and grey.
public final class CGColor: Hashable, Sendable {
  /// The colour space of the components.
  public let colorSpace: CGColorSpace?

  /// The opacity: 0 for transparent, 1 for opaque.
  public let alpha: CGFloat

  private let values: [CGFloat]

  /// Creates a colour in a colour space.
  ///
  /// - Parameters:
  ///   - space: One of the spaces named above; fails for others.
  ///   - components: One number for each component of the space, followed by alpha. Non-finite numbers count as 0.
  public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    guard CGColor.isKnown(space) else { return nil }
    let count = space.numberOfComponents
    let numbers = (0...count).map { components[$0].isFinite ? components[$0] : 0 }
    colorSpace = space
    values = Array(numbers.prefix(count))
    alpha = max(0, min(1, numbers[count]))
  }

  private init(_ space: CGColorSpace, _ values: [CGFloat], alpha: CGFloat) {
    colorSpace = space
    self.values = values.map { $0.isFinite ? $0 : 0 }
    self.alpha = alpha.isFinite ? max(0, min(1, alpha)) : 0
  }

  /// Creates an sRGB colour.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(CGColor.standard, [red, green, blue], alpha: alpha)
  }

  /// Creates an sRGB colour.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(CGColor.standard, [red, green, blue], alpha: alpha)
  }

  /// Creates a grey, as sRGB with three equal components.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(CGColor.gray, [gray], alpha: alpha)
  }

  /// The components, followed by alpha.
  public var components: [CGFloat]? { values + [alpha] }

  /// The number of components, including alpha.
  public var numberOfComponents: Int { values.count + 1 }

  /// The same colour with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    colorSpace.map { CGColor($0, values, alpha: alpha) }
  }

  /// Opaque black.
  public static let black = CGColor(gray: 0, alpha: 1)

  /// Opaque white.
  public static let white = CGColor(gray: 1, alpha: 1)

  /// Transparent.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// Whether space, components and alpha are equal.
  public static func == (a: CGColor, b: CGColor) -> Bool {
    a.colorSpace == b.colorSpace && a.values == b.values && a.alpha == b.alpha
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(colorSpace)
    hasher.combine(values)
    hasher.combine(alpha)
  }

  private static let standard = CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB()
  private static let gray = CGColorSpace(name: CGColorSpace.genericGrayGamma2_2) ?? CGColorSpaceCreateDeviceGray()
}

extension CGColor {
  /// The sRGB red, green and blue from 0 to 1, not premultiplied, for display.
  package var standardComponents: (red: Double, green: Double, blue: Double) {
    func clamped(_ value: Double) -> Double { max(0, min(1, value)) }
    let values = self.values.map { Double($0) }
    guard values.count == 3 else {
      let gray = clamped(colorSpace?.name == CGColorSpace.linearGray ? Self.encoded(values[0]) : values[0])
      return (gray, gray, gray)
    }
    let linear: [Double]
    switch colorSpace?.name {
    case CGColorSpace.linearSRGB, CGColorSpace.extendedLinearSRGB: linear = values
    case CGColorSpace.displayP3: linear = Self.fromDisplayP3(values.map(Self.decoded))
    default: return (clamped(values[0]), clamped(values[1]), clamped(values[2]))
    }
    let encoded = linear.map { clamped(Self.encoded($0)) }
    return (encoded[0], encoded[1], encoded[2])
  }

  fileprivate static func isKnown(_ space: CGColorSpace) -> Bool {
    guard let name = space.name else { return true }
    let names = [
      CGColorSpace.sRGB, CGColorSpace.extendedSRGB, CGColorSpace.linearSRGB, CGColorSpace.extendedLinearSRGB,
      CGColorSpace.displayP3, CGColorSpace.genericGrayGamma2_2, CGColorSpace.linearGray,
    ]
    return names.contains(name)
  }

  /// IEC 61966-2-1, from encoded to linear.
  private static func decoded(_ value: Double) -> Double {
    abs(value) <= 0.04045 ? value / 12.92 : (value < 0 ? -1 : 1) * pow((abs(value) + 0.055) / 1.055, 2.4)
  }

  /// IEC 61966-2-1, from linear to encoded.
  private static func encoded(_ value: Double) -> Double {
    abs(value) <= 0.0031308 ? value * 12.92 : (value < 0 ? -1 : 1) * (1.055 * pow(abs(value), 1 / 2.4) - 0.055)
  }

  /// Converts linear P3 to linear sRGB; both have a D65 white point. From the chromaticities of SMPTE EG 432-1 and
  /// ITU-R BT.709.
  private static func fromDisplayP3(_ light: [Double]) -> [Double] {
    let (r, g, b) = (light[0], light[1], light[2])
    return [
      1.2249401762805598 * r - 0.22494017628055996 * g,
      -0.042056954709688163 * r + 1.0420569547096881 * g,
      -0.019637554590334432 * r - 0.078636045550631889 * g + 1.0982736001409663 * b,
    ]
  }
}
