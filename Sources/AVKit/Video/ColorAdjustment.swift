import Foundation
import PlayheadMedia

/// What the user changes in the colors of the video, in mpv's units: each property is −100 to 100, and 0 is no change.
package struct ColorAdjustment: Hashable, Sendable {
  /// A property of the colors.
  package enum Property: CaseIterable, Sendable {
    case brightness, contrast, saturation, hue, gamma

    /// The name in the user's language.
    package var title: String {
      switch self {
      case .brightness: translated("Brightness")
      case .contrast: translated("Contrast")
      case .saturation: translated("Saturation")
      case .hue: translated("Hue")
      case .gamma: translated("Gamma")
      }
    }
  }

  /// No change.
  package static let none = ColorAdjustment()
  /// The permitted values of each property.
  package static let range = -100...100

  /// The values other than 0.
  private var values: [Property: Int] = [:]

  /// Creates an adjustment without a change.
  package init() {}

  /// The value of a property. Values outside of the range are clamped.
  package subscript(property: Property) -> Int {
    get { values[property] ?? 0 }
    set {
      let clamped = max(Self.range.lowerBound, min(Self.range.upperBound, newValue))
      values[property] = clamped == 0 ? nil : clamped
    }
  }

  /// Whether the colors are unchanged.
  package var isNeutral: Bool { values.isEmpty }

  /// The exponent for each color component after the matrix: below 1 for brighter midtones. A gamma of 100 is 8.
  var exponent: Float { Float(pow(8, -Double(self[.gamma]) / 100)) }

  /// The conversion of red, green and blue, 0 to 1: contrast scales all components, saturation and hue scale and rotate
  /// the color differences (with the weights of ITU-R BT.709), brightness is added.
  var matrix: ColorMatrix {
    let (red, blue) = (0.2126, 0.0722)
    let green = 1 - red - blue
    let weights = [red, green, blue]
    let contrast = Double(self[.contrast] + 100) / 100
    let saturation = Double(self[.saturation] + 100) / 100
    let angle = Double(self[.hue]) / 100 * .pi
    let (cosine, sine) = (saturation * cos(angle), saturation * sin(angle))
    // The color differences by component: (B − Y) / (2 − 2 Kb) and (R − Y) / (2 − 2 Kr).
    let first = weights.enumerated().map { (($0 == 2 ? 1 : 0) - $1) / (2 * (1 - blue)) }
    let second = weights.enumerated().map { (($0 == 0 ? 1 : 0) - $1) / (2 * (1 - red)) }
    var rows: [Float] = []
    // Red, green and blue from the rotated differences.
    for (fromFirst, fromSecond) in [
      (0, 2 * (1 - red)), (-2 * blue * (1 - blue) / green, -2 * red * (1 - red) / green), (2 * (1 - blue), 0),
    ] {
      for index in 0..<3 {
        let (u, v) = (cosine * first[index] + sine * second[index], cosine * second[index] - sine * first[index])
        rows.append(Float(contrast * (weights[index] + fromFirst * u + fromSecond * v)))
      }
    }
    return ColorMatrix(rows: rows, offset: [Float](repeating: Float(self[.brightness]) / 100, count: 3))
  }
}
