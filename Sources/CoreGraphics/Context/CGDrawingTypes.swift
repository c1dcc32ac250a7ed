/// The end of a stroked line.
public enum CGLineCap: Int32, Sendable {
  /// Squared off at the endpoint.
  case butt
  /// A semicircle around the endpoint.
  case round
  /// Squared off half a line width behind the endpoint.
  case square
}

/// The corner between two stroked lines.
public enum CGLineJoin: Int32, Sendable {
  /// A sharp corner, cut off beyond the miter limit.
  case miter
  /// A rounded corner.
  case round
  /// A cut corner.
  case bevel
}

/// The rule that decides which areas are inside a path.
public enum CGPathFillRule: Int, Sendable {
  /// Areas that the path encloses with a winding number other than 0.
  case winding
  /// Areas that the path encloses an odd number of times.
  case evenOdd
}

/// The way in which a path is drawn.
public enum CGPathDrawingMode: Int32, Sendable {
  /// Filled by the winding rule.
  case fill
  /// Filled by the even-odd rule.
  case eoFill
  /// Stroked.
  case stroke
  /// Filled by the winding rule, then stroked.
  case fillStroke
  /// Filled by the even-odd rule, then stroked.
  case eoFillStroke
}

/// The quality with which images are scaled.
public enum CGInterpolationQuality: Int32, Sendable {
  /// The context decides: medium.
  case `default`
  /// The nearest pixel.
  case none
  /// Drawn as `medium`.
  case low
  /// Between neighbouring pixels.
  case high
  /// Between neighbouring pixels.
  case medium
}

/// The combination of drawn colours with those below them: the modes of PDF (ISO 32000-1 §11.3.5) and Porter-Duff
/// compositing.
///
/// - Note: Difference from Apple: without `plusDarker`.
public enum CGBlendMode: Int32, Sendable {
  /// Over the colours below.
  case normal
  /// PDF's `Multiply`.
  case multiply
  /// PDF's `Screen`.
  case screen
  /// PDF's `Overlay`.
  case overlay
  /// PDF's `Darken`.
  case darken
  /// PDF's `Lighten`.
  case lighten
  /// PDF's `ColorDodge`.
  case colorDodge
  /// PDF's `ColorBurn`.
  case colorBurn
  /// PDF's `SoftLight`.
  case softLight
  /// PDF's `HardLight`.
  case hardLight
  /// PDF's `Difference`.
  case difference
  /// PDF's `Exclusion`.
  case exclusion
  /// PDF's `Hue`.
  case hue
  /// PDF's `Saturation`.
  case saturation
  /// PDF's `Color`.
  case color
  /// PDF's `Luminosity`.
  case luminosity
  /// Transparent.
  case clear
  /// The drawn colour alone.
  case copy
  /// The drawn colour where there is one below.
  case sourceIn
  /// The drawn colour where there is none below.
  case sourceOut
  /// The drawn colour over the one below, where there is one.
  case sourceAtop
  /// Under the colours below.
  case destinationOver
  /// The colour below where the drawn one is.
  case destinationIn
  /// The colour below where the drawn one is not.
  case destinationOut
  /// The colour below over the drawn one, where that is.
  case destinationAtop
  /// Either colour where the other one is not.
  case xor
  /// The sum of both.
  case plusLighter = 27

  /// The operator of cairo (cairo_operator_t).
  var cairoOperator: Int32 {
    switch self {
    case .clear: 0
    case .copy: 1
    case .normal: 2
    case .sourceIn: 3
    case .sourceOut: 4
    case .sourceAtop: 5
    case .destinationOver: 7
    case .destinationIn: 8
    case .destinationOut: 9
    case .destinationAtop: 10
    case .xor: 11
    case .plusLighter: 12
    case .multiply: 14
    case .screen: 15
    case .overlay: 16
    case .darken: 17
    case .lighten: 18
    case .colorDodge: 19
    case .colorBurn: 20
    case .hardLight: 21
    case .softLight: 22
    case .difference: 23
    case .exclusion: 24
    case .hue: 25
    case .saturation: 26
    case .color: 27
    case .luminosity: 28
    }
  }

  /// Whether cairo's operator changes pixels outside the drawn shape, which Core Graphics never does.
  var reachesOutsideShape: Bool {
    switch self {
    case .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
    default: false
    }
  }
}
