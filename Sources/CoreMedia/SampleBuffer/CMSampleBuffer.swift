import Synchronization

/// A picture in memory together with when it is shown and what it is.
///
/// `Sendable`: picture, description and timing are constants of `Sendable` types; the rest is behind a mutex.
///
/// - Note: Difference from Apple: a buffer holds exactly one picture, and no audio or coded data.
public final class CMSampleBuffer: Hashable, Sendable {
  private struct State: Sendable {
    var imageBuffer: CVImageBuffer?
    var outputPresentationTimeStamp = CMTime.invalid
  }

  /// What the picture is.
  public let formatDescription: CMFormatDescription?

  private let timing: CMSampleTimingInfo
  private let state: Mutex<State>

  /// A buffer for a picture.
  ///
  /// Throws `Error.invalidMediaFormat` when the description does not match the picture.
  public init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
  ) throws {
    guard formatDescription.matchesImageBuffer(imageBuffer) else { throw Error.invalidMediaFormat }
    self.formatDescription = formatDescription
    timing = sampleTiming
    state = Mutex(State(imageBuffer: imageBuffer))
  }

  /// A buffer for the picture of another one at another time.
  ///
  /// Throws `Error.invalidEntryCount` when there is not exactly one timing, and `Error.invalidated` when the other buffer
  /// has no picture any more.
  public init(copying originalSBuf: CMSampleBuffer, withNewTiming timing: [CMSampleTimingInfo]) throws {
    guard timing.count == 1 else { throw Error.invalidEntryCount }
    guard let picture = originalSBuf.imageBuffer else { throw Error.invalidated }
    self.timing = timing[0]
    formatDescription = originalSBuf.formatDescription
    state = Mutex(State(imageBuffer: picture))
  }

  /// The picture; nil once the buffer is invalidated.
  public var imageBuffer: CVImageBuffer? { state.withLock { $0.imageBuffer } }

  /// Whether the buffer has not been invalidated.
  public var isValid: Bool { imageBuffer != nil }

  /// The number of samples: 1, or 0 once the buffer is invalidated.
  public var numSamples: Int { isValid ? 1 : 0 }

  /// When the picture is shown.
  public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }

  /// When the picture is decoded; invalid if that is not known or the order is the same.
  public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }

  /// How long the picture is shown.
  public var duration: CMTime { timing.duration }

  /// When the picture is shown on the output's timeline: the presentation time unless another one was set.
  public var outputPresentationTimeStamp: CMTime {
    let time = state.withLock { $0.outputPresentationTimeStamp }
    return time.isValid ? time : presentationTimeStamp
  }

  /// How long the picture is shown on the output's timeline.
  public var outputDuration: CMTime { duration }

  /// Sets when the picture is shown on the output's timeline; an invalid time stands for the presentation time.
  ///
  /// Throws `Error.invalidated`.
  public func setOutputPresentationTimeStamp(_ pts: CMTime) throws {
    try state.withLock { state in
      guard state.imageBuffer != nil else { throw Error.invalidated }
      state.outputPresentationTimeStamp = pts
    }
  }

  /// The timing of the only sample, 0.
  ///
  /// Throws `Error.sampleIndexOutOfRange` and `Error.invalidated`.
  public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
    guard isValid else { throw Error.invalidated }
    guard sampleIndex == 0 else { throw Error.sampleIndexOutOfRange }
    return timing
  }

  /// The timing of every sample.
  ///
  /// Throws `Error.invalidated`.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
    [try sampleTimingInfo(at: 0)]
  }

  /// Lets go of the picture, although others may still hold the buffer. Every later use of the picture fails.
  public func invalidate() throws {
    state.withLock { $0.imageBuffer = nil }
  }

  /// Whether both are the same object.
  public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }

  /// Feeds the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
