import Foundation

/// Collects the parts of a log message. The compiler calls it for the interpolations of an `OSLogMessage`.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
  enum Part: Sendable {
    case literal(String)
    case value(String, isScalar: Bool, OSLogPrivacy, OSLogStringAlignment)
  }

  private(set) var parts: [Part] = []

  /// An empty message.
  public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(interpolationCount * 2 + 1) }

  /// Appends constant text.
  public mutating func appendLiteral(_ literal: String) {
    if !literal.isEmpty { parts.append(.literal(literal)) }
  }

  private mutating func append(
    _ text: String, isScalar: Bool, _ privacy: OSLogPrivacy, _ align: OSLogStringAlignment = .none
  ) {
    parts.append(.value(text, isScalar: isScalar, privacy, align))
  }

  /// Appends an integer; it is public unless `privacy` makes it private.
  public mutating func appendInterpolation<T: BinaryInteger>(
    _ number: @autoclosure () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    append(String(number()), isScalar: true, privacy, align)
  }

  /// Appends an integer in a format; it is public unless `privacy` makes it private.
  public mutating func appendInterpolation<T: BinaryInteger>(
    _ number: @autoclosure () -> T, format: OSLogIntegerFormatting, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(format.text(of: number()), isScalar: true, privacy, align)
  }

  /// Appends a number with six digits behind the point; it is public unless `privacy` makes it private.
  public mutating func appendInterpolation<T: BinaryFloatingPoint & CustomStringConvertible>(
    _ number: @autoclosure () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    append(String(format: OSLogFloatFormatting.fixed.format, Double(number())), isScalar: true, privacy, align)
  }

  /// Appends a number in a format; it is public unless `privacy` makes it private.
  public mutating func appendInterpolation<T: BinaryFloatingPoint>(
    _ number: @autoclosure () -> T, format: OSLogFloatFormatting, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(String(format: format.format, Double(number())), isScalar: true, privacy, align)
  }

  /// Appends `true` or `false`; it is public unless `privacy` makes it private.
  public mutating func appendInterpolation(_ boolean: @autoclosure () -> Bool, privacy: OSLogPrivacy = .auto) {
    append(boolean() ? "true" : "false", isScalar: true, privacy)
  }

  /// Appends a string; it is private unless `privacy` makes it public.
  public mutating func appendInterpolation(
    _ string: @autoclosure () -> String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    append(string(), isScalar: false, privacy, align)
  }

  /// Appends the description of a value; it is private unless `privacy` makes it public.
  public mutating func appendInterpolation<T: CustomStringConvertible>(
    _ value: @autoclosure () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    append(value().description, isScalar: false, privacy, align)
  }

  /// Appends the name of a type; it is private unless `privacy` makes it public.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> any Any.Type, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    append(String(describing: value()), isScalar: false, privacy, align)
  }

  /// Appends an object's description; it is private unless `privacy` makes it public.
  public mutating func appendInterpolation(
    _ object: @autoclosure () -> NSObject, privacy: OSLogPrivacy = .auto
  ) {
    append(object().description, isScalar: false, privacy)
  }

  /// Appends the description of an error; it is private unless `privacy` makes it public.
  public mutating func appendInterpolation(_ error: @autoclosure () -> any Error, privacy: OSLogPrivacy = .auto) {
    append(String(describing: error()), isScalar: false, privacy)
  }
}
