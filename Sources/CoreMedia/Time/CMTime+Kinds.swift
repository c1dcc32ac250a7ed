extension CMTime {
  /// Whether the time is valid; indefinite and infinite times are valid.
  @inlinable public var isValid: Bool { flags.rawValue & 1 != 0 }

  /// Whether the time is numeric: valid, and neither infinite nor indefinite.
  @inlinable public var isNumeric: Bool { flags.rawValue & 0b11101 == 1 }

  /// Whether the time is valid but unknown.
  @inlinable public var isIndefinite: Bool { flags.rawValue & 0b10001 == 0b10001 }

  /// Whether the time is positive infinity.
  @inlinable public var isPositiveInfinity: Bool { flags.rawValue & 0b00101 == 0b00101 }

  /// Whether the time is negative infinity.
  @inlinable public var isNegativeInfinity: Bool { flags.rawValue & 0b01001 == 0b01001 }

  /// Whether the time is numeric and the result of a rounding.
  @inlinable public var hasBeenRounded: Bool { isNumeric && flags.rawValue & 2 != 0 }

  /// The kinds of times in their comparison order.
  enum Kind: Int {
    case negativeInfinity, numeric, indefinite, positiveInfinity, invalid
  }

  /// The kind of the time. If the flags contradict each other, infinities take precedence over indefinite.
  var kind: Kind {
    if isNumeric { return .numeric }
    if !isValid { return .invalid }
    if flags.contains(.positiveInfinity) { return .positiveInfinity }
    return flags.contains(.negativeInfinity) ? .negativeInfinity : .indefinite
  }
}

/// Whether the time is valid.
@inlinable public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }

/// Whether the time is invalid.
@inlinable public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }

/// Whether the time is positive infinity.
@inlinable public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }

/// Whether the time is negative infinity.
@inlinable public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }

/// Whether the time is valid but unknown.
@inlinable public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }

/// Whether the time is numeric: valid, and neither infinite nor indefinite.
@inlinable public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

/// Whether the time is numeric and the result of a rounding.
@inlinable public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }
