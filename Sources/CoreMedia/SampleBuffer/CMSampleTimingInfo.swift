/// A number of samples.
public typealias CMItemCount = Int

/// The position of a sample, from 0.
public typealias CMItemIndex = Int

/// When a sample is shown, for how long, and when it is decoded.
public struct CMSampleTimingInfo: Sendable {
  /// How long the sample is shown.
  public var duration: CMTime

  /// When the sample is shown.
  public var presentationTimeStamp: CMTime

  /// When the sample is decoded; invalid when samples are decoded in the order in which they are shown.
  public var decodeTimeStamp: CMTime

  /// Three invalid times.
  public init() {
    self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
  }

  /// Timing with these times.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }

  /// Three invalid times.
  public static var invalid: CMSampleTimingInfo { CMSampleTimingInfo() }
}
