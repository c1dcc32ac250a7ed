import Synchronization

/// A video frame in memory with its timing and format.
///
/// `Sendable`: format description and timing are constants of `Sendable` types; the rest is behind a mutex.
///
/// - Note: Difference from Apple: a buffer contains exactly one frame, and no audio or compressed data.
public final class CMSampleBuffer: Hashable, Sendable {
  private struct State: Sendable {
    var imageBuffer: CVImageBuffer?
    var outputPresentationTimeStamp = CMTime.invalid
  }

  /// The format of the frame.
  public let formatDescription: CMFormatDescription?

  private let timing: CMSampleTimingInfo
  private let state: Mutex<State>

  /// Creates a buffer for a frame.
  ///
  /// Throws `Error.invalidMediaFormat` if the description does not match the image buffer.
  public init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
  ) throws {
    guard formatDescription.matchesImageBuffer(imageBuffer) else { throw Error.invalidMediaFormat }
    self.formatDescription = formatDescription
    timing = sampleTiming
    state = Mutex(State(imageBuffer: imageBuffer))
  }

  /// Creates a buffer with the frame of another one and a new timing.
  ///
  /// Throws `Error.invalidEntryCount` unless there is exactly one timing, and `Error.invalidated` if the other buffer
  /// has been invalidated.
  public init(copying originalSBuf: CMSampleBuffer, withNewTiming timing: [CMSampleTimingInfo]) throws {
    guard timing.count == 1 else { throw Error.invalidEntryCount }
    guard let picture = originalSBuf.imageBuffer else { throw Error.invalidated }
    self.timing = timing[0]
    formatDescription = originalSBuf.formatDescription
    state = Mutex(State(imageBuffer: picture))
  }

  /// The frame; nil once the buffer is invalidated.
  public var imageBuffer: CVImageBuffer? { state.withLock { $0.imageBuffer } }

  /// Whether the buffer has not been invalidated.
  public var isValid: Bool { imageBuffer != nil }

  /// The number of samples: 1, or 0 once the buffer is invalidated.
  public var numSamples: Int { isValid ? 1 : 0 }

  /// The presentation time (PTS) of the frame.
  public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }

  /// The decode time (DTS) of the frame; invalid if it is unknown or the same as the PTS.
  public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }

  /// The duration of the frame.
  public var duration: CMTime { timing.duration }

  /// The presentation time on the output's timeline: the PTS unless another one was set.
  public var outputPresentationTimeStamp: CMTime {
    let time = state.withLock { $0.outputPresentationTimeStamp }
    return time.isValid ? time : presentationTimeStamp
  }

  /// The duration on the output's timeline.
  public var outputDuration: CMTime { duration }

  /// Sets the presentation time on the output's timeline; an invalid time restores the PTS.
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

  /// The timing of all samples.
  ///
  /// Throws `Error.invalidated`.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
    [try sampleTimingInfo(at: 0)]
  }

  /// Releases the frame even if the buffer is still referenced. Later uses of the frame fail.
  public func invalidate() throws {
    state.withLock { $0.imageBuffer = nil }
  }

  /// Whether both are the same object.
  public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
