/// A number of samples.
public typealias CMItemCount = Int

/// The index of a sample, from 0.
public typealias CMItemIndex = Int

/// The duration, presentation time and decode time of a sample.
public struct CMSampleTimingInfo: Sendable {
  /// The duration of the sample.
  public var duration: CMTime

  /// The presentation time (PTS) of the sample.
  public var presentationTimeStamp: CMTime

  /// The decode time (DTS) of the sample; invalid if samples are decoded in presentation order.
  public var decodeTimeStamp: CMTime

  /// Creates a timing of invalid times.
  public init() {
    self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
  }

  /// Creates a timing.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }

  /// A timing of three invalid times.
  public static var invalid: CMSampleTimingInfo { CMSampleTimingInfo() }
}
