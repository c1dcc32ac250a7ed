/// The message of a log call: a string literal whose interpolations have a privacy, an alignment and a format.
///
/// ```swift
/// logger.info("\(name, privacy: .public) lasts \(seconds, format: .fixed(precision: 1), align: .right(columns: 8)) s")
/// ```
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let interpolation: OSLogInterpolation

  /// A message of interpolated values.
  public init(stringInterpolation: OSLogInterpolation) { interpolation = stringInterpolation }

  /// A constant message.
  public init(stringLiteral value: String) {
    var interpolation = OSLogInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
    interpolation.appendLiteral(value)
    self.interpolation = interpolation
  }

  /// The text of the message; `showsPrivate` is true for a log that only the user of the program reads.
  func text(showsPrivate: Bool) -> String {
    interpolation.parts.reduce(into: "") { text, part in
      switch part {
      case .literal(let literal): text += literal
      case .value(let value, let isScalar, let privacy, let align):
        text += align.aligned(privacy.shown(value, isScalar: isScalar, showsPrivate: showsPrivate))
      }
    }
  }
}

/// How many columns an interpolated value takes in a log message.
public struct OSLogStringAlignment: Sendable, Equatable {
  let columns: Int
  let isRight: Bool

  /// As many columns as the value has.
  public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isRight: false) }

  /// At least `columns` columns, with spaces in front.
  public static func right(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns(), isRight: true)
  }

  /// At least `columns` columns, with spaces behind.
  public static func left(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns(), isRight: false)
  }

  func aligned(_ text: String) -> String {
    // A limit: nothing is gained by a line that is longer than a message may be.
    let missing = min(columns, 1024) - text.count
    guard missing > 0 else { return text }
    let spaces = String(repeating: " ", count: missing)
    return isRight ? spaces + text : text + spaces
  }
}

/// The format of an integer in a log message.
public struct OSLogIntegerFormatting: Sendable, Equatable {
  let radix: Int
  let explicitPositiveSign: Bool
  let includePrefix: Bool
  let uppercase: Bool
  let minDigits: Int

  /// Digits of base 10.
  public static var decimal: OSLogIntegerFormatting { decimal() }

  /// Digits of base 10; at least `minDigits`, with zeros in front.
  public static func decimal(
    explicitPositiveSign: Bool = false, minDigits: @autoclosure () -> Int = 0
  )
    -> OSLogIntegerFormatting
  {
    OSLogIntegerFormatting(
      radix: 10, explicitPositiveSign: explicitPositiveSign, includePrefix: false, uppercase: false,
      minDigits: minDigits())
  }

  /// Digits of base 16.
  public static var hex: OSLogIntegerFormatting { hex() }

  /// Digits of base 16, with `0x` in front where `includePrefix` is true.
  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: @autoclosure () -> Int = 0
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 16, explicitPositiveSign: explicitPositiveSign, includePrefix: includePrefix, uppercase: uppercase,
      minDigits: minDigits())
  }

  /// Digits of base 8.
  public static var octal: OSLogIntegerFormatting { octal() }

  /// Digits of base 8, with `0o` in front where `includePrefix` is true.
  public static func octal(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, minDigits: @autoclosure () -> Int = 0
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 8, explicitPositiveSign: explicitPositiveSign, includePrefix: includePrefix, uppercase: false,
      minDigits: minDigits())
  }

  func text(of value: some BinaryInteger) -> String {
    var digits = String(value.magnitude, radix: radix, uppercase: uppercase)
    let zeros = min(minDigits, 1024) - digits.count
    if zeros > 0 { digits = String(repeating: "0", count: zeros) + digits }
    if includePrefix { digits = (radix == 16 ? "0x" : "0o") + digits }
    return (value < 0 ? "-" : explicitPositiveSign ? "+" : "") + digits
  }
}

/// The format of a floating-point number in a log message.
public struct OSLogFloatFormatting: Sendable, Equatable {
  enum Style: Sendable { case fixed, exponential, hybrid }

  let style: Style
  let precision: Int
  let explicitPositiveSign: Bool

  /// Six digits behind the point.
  public static var fixed: OSLogFloatFormatting { fixed() }

  /// `precision` digits behind the point.
  public static func fixed(
    precision: @autoclosure () -> Int = 6, explicitPositiveSign: Bool = false
  )
    -> OSLogFloatFormatting
  {
    OSLogFloatFormatting(style: .fixed, precision: precision(), explicitPositiveSign: explicitPositiveSign)
  }

  /// A mantissa with six digits behind the point, and an exponent.
  public static var exponential: OSLogFloatFormatting { exponential() }

  /// A mantissa with `precision` digits behind the point, and an exponent.
  public static func exponential(
    precision: @autoclosure () -> Int = 6, explicitPositiveSign: Bool = false
  )
    -> OSLogFloatFormatting
  {
    OSLogFloatFormatting(style: .exponential, precision: precision(), explicitPositiveSign: explicitPositiveSign)
  }

  /// `fixed` or `exponential`, whichever is shorter.
  public static var hybrid: OSLogFloatFormatting { hybrid() }

  /// `fixed` or `exponential` with `precision` significant digits, whichever is shorter.
  public static func hybrid(
    precision: @autoclosure () -> Int = 6, explicitPositiveSign: Bool = false
  )
    -> OSLogFloatFormatting
  {
    OSLogFloatFormatting(style: .hybrid, precision: precision(), explicitPositiveSign: explicitPositiveSign)
  }

  var format: String {
    let letter =
      switch style {
      case .fixed: "f"
      case .exponential: "e"
      case .hybrid: "g"
      }
    return "%\(explicitPositiveSign ? "+" : "").\(min(max(0, precision), 64))\(letter)"
  }
}
