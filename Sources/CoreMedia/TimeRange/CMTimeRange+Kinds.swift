extension CMTimeRange {
  /// Whether start and duration are valid, and the duration is not negative and in epoch 0.
  @inlinable public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0
  }

  /// Whether the range is valid but its start or its duration is unknown.
  @inlinable public var isIndefinite: Bool {
    isValid && (start.isIndefinite || duration.isIndefinite)
  }

  /// Whether the range is valid and its duration is zero.
  @inlinable public var isEmpty: Bool {
    isValid && duration == .zero
  }

  /// The end of the range, which is not part of it: `start + duration`.
  @inlinable public var end: CMTime {
    CMTimeAdd(start, duration)
  }
}

extension CMTimeRange: Hashable {
  /// Whether start and duration are equal, regardless of their timescales.
  @inlinable
  public static func == (range1: CMTimeRange, range2: CMTimeRange) -> Bool {
    range1.start == range2.start && range1.duration == range2.duration
  }

  /// Whether start or duration differ.
  @inlinable
  public static func != (range1: CMTimeRange, range2: CMTimeRange) -> Bool {
    !(range1 == range2)
  }

  /// Hashes both times.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(start)
    hasher.combine(duration)
  }
}

/// Whether start and duration are valid, and the duration is not negative and in epoch 0.
@inlinable public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }

/// Whether the range is invalid.
@inlinable public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }

/// Whether the range is valid but its start or its duration is unknown.
@inlinable public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }

/// Whether the range is valid and its duration is zero.
@inlinable public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }

/// The end of the range, which is not part of it.
@inlinable public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Whether start and duration of both ranges are equal.
@inlinable public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
