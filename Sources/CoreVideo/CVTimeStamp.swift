/// The time of a frame of a display: its host time, and its time in units of the display.
public struct CVTimeStamp: Hashable, Sendable {
  /// The version of the structure: 0.
  public var version: UInt32
  /// Units of `videoTime` in a second.
  public var videoTimeScale: Int32
  /// The start of the frame in units of `videoTimeScale`.
  public var videoTime: Int64
  /// The start of the frame in ticks of `CVGetHostClockFrequency()`.
  public var hostTime: UInt64
  /// The rate of the display relative to its nominal rate.
  public var rateScalar: Double
  /// The duration of a frame in units of `videoTimeScale`.
  public var videoRefreshPeriod: Int64
  /// The time code of the frame.
  public var smpteTime: CVSMPTETime
  /// The valid fields: the raw value of `CVTimeStampFlags`.
  public var flags: UInt64
  /// Reserved: 0.
  public var reserved: UInt64

  /// Creates a time stamp without valid fields.
  public init() {
    self.init(
      version: 0, videoTimeScale: 0, videoTime: 0, hostTime: 0, rateScalar: 0, videoRefreshPeriod: 0,
      smpteTime: CVSMPTETime(), flags: 0, reserved: 0)
  }

  /// Creates a time stamp.
  public init(
    version: UInt32, videoTimeScale: Int32, videoTime: Int64, hostTime: UInt64, rateScalar: Double,
    videoRefreshPeriod: Int64, smpteTime: CVSMPTETime, flags: UInt64, reserved: UInt64
  ) {
    self.version = version
    self.videoTimeScale = videoTimeScale
    self.videoTime = videoTime
    self.hostTime = hostTime
    self.rateScalar = rateScalar
    self.videoRefreshPeriod = videoRefreshPeriod
    self.smpteTime = smpteTime
    self.flags = flags
    self.reserved = reserved
  }
}

/// The valid fields of a time stamp.
public struct CVTimeStampFlags: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt64
  /// Creates a set.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// `videoTime` is valid.
  public static var videoTimeValid: CVTimeStampFlags { .init(rawValue: 1) }
  /// `hostTime` is valid.
  public static var hostTimeValid: CVTimeStampFlags { .init(rawValue: 2) }
  /// `smpteTime` is valid.
  public static var smpteTimeValid: CVTimeStampFlags { .init(rawValue: 4) }
  /// `videoRefreshPeriod` is valid.
  public static var videoRefreshPeriodValid: CVTimeStampFlags { .init(rawValue: 8) }
  /// `rateScalar` is valid.
  public static var rateScalarValid: CVTimeStampFlags { .init(rawValue: 16) }
  /// The time stamp belongs to a top field.
  public static var topField: CVTimeStampFlags { .init(rawValue: 65_536) }
  /// The time stamp belongs to a bottom field.
  public static var bottomField: CVTimeStampFlags { .init(rawValue: 131_072) }
  /// `videoTime` and `hostTime` are valid.
  public static var videoHostTimeValid: CVTimeStampFlags { [.videoTimeValid, .hostTimeValid] }
  /// The time stamp belongs to a field.
  public static var isInterlaced: CVTimeStampFlags { [.topField, .bottomField] }
}
