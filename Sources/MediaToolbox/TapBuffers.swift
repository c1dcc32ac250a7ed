import CoreMedia
import PlayheadAudio

/// The buffers of a tap: the player's samples and the client's output, one buffer per channel.
final class TapBuffers {
  /// The sample rate and the number of channels.
  private let format: AudioFormat
  /// The capacity of each channel in frames.
  private let maxFrames: Int
  /// The player's samples: one plane of `maxFrames` samples per channel. Owned.
  private let source: UnsafeMutablePointer<Float>
  /// The client's output in the same layout. Owned.
  private let output: UnsafeMutablePointer<Float>
  /// The buffer list for the callback, allocated once and reused for each block. Owned.
  private let list: UnsafeMutableAudioBufferListPointer
  /// The remaining frames of the source, and the time of the first one.
  private var first = 0
  /// The number of frames of the current block.
  private var count = 0
  /// The time of the block's first frame on the item's timeline.
  private var time = CMTime.zero
  /// Whether the next frames obtained are the first ones after a discontinuity.
  private var isStart = false
  /// Whether a callback is running, outside which no samples may be obtained.
  private var isProcessing = false

  /// Allocates the buffers for a format.
  ///
  /// - Parameter maxFrames: The largest number of frames of a block.
  init(_ format: AudioFormat, maxFrames: Int) {
    self.format = format
    self.maxFrames = maxFrames
    let size = maxFrames * format.channelCount
    source = .allocate(capacity: size)
    output = .allocate(capacity: size)
    source.initialize(repeating: 0, count: size)
    output.initialize(repeating: 0, count: size)
    list = AudioBufferList.allocate(maximumBuffers: max(1, format.channelCount))
  }

  deinit {
    source.deallocate()
    output.deallocate()
    UnsafeMutableRawPointer(list.unsafeMutablePointer).deallocate()
  }

  /// 32-bit floating point, non-interleaved.
  static func description(of format: AudioFormat) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: Double(format.sampleRate), mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: UInt32(format.channelCount),
      mBitsPerChannel: 32, mReserved: 0)
  }

  // MARK: Player side

  /// Takes interleaved samples as the source of one callback. Returns the number of frames.
  func take(_ samples: UnsafeMutableBufferPointer<Float>, at time: CMTime, isStart: Bool) -> Int {
    let channels = format.channelCount
    count = min(maxFrames, samples.count / channels)
    (first, self.time, self.isStart, isProcessing) = (0, time, isStart, true)
    for channel in 0..<channels {
      let plane = source + channel * maxFrames
      for frame in 0..<count { plane[frame] = samples[frame * channels + channel] }
    }
    return count
  }

  /// A list of silent buffers for the client's output.
  func makeOutput(_ frames: Int) -> UnsafeMutableAudioBufferListPointer {
    output.update(repeating: 0, count: maxFrames * format.channelCount)
    list.count = format.channelCount
    for channel in 0..<format.channelCount {
      list[channel] = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(frames * MemoryLayout<Float>.stride),
        mData: output + channel * maxFrames)
    }
    return list
  }

  /// Replaces the samples by the client's output, and missing frames by silence.
  func give(
    _ list: UnsafeMutableAudioBufferListPointer, frames: Int, to samples: UnsafeMutableBufferPointer<Float>
  ) {
    isProcessing = false
    let channels = format.channelCount
    for channel in 0..<channels {
      let plane = channel < list.count ? UnsafeMutableBufferPointer<Float>(list[channel]) : .init(start: nil, count: 0)
      let given = min(frames, plane.count)
      for frame in 0..<samples.count / channels {
        samples[frame * channels + channel] = frame < given ? plane[frame] : 0
      }
    }
  }

  // MARK: Client side

  /// The result of a request for frames.
  struct SourceFrames {
    /// The number of frames obtained: fewer than requested at the end of the block.
    var frames: Int
    /// The time range of the frames on the item's timeline.
    var time: CMTimeRange
    /// Whether the frames do not follow those of an earlier request.
    var isStart: Bool
  }

  /// Provides the next frames of the source, in the client's own buffers if it passes some. nil outside a callback, and
  /// for a list with too few channels or too little capacity.
  func provide(_ requested: Int, to list: UnsafeMutableAudioBufferListPointer) -> SourceFrames? {
    guard isProcessing, requested >= 0, list.count >= format.channelCount else { return nil }
    let frames = min(requested, count - first)
    let bytes = frames * MemoryLayout<Float>.stride
    for channel in 0..<format.channelCount {
      let plane = source + channel * maxFrames + first
      var buffer = list[channel]
      if let data = buffer.mData {
        guard Int(buffer.mDataByteSize) >= bytes else { return nil }
        data.copyMemory(from: plane, byteCount: bytes)
      } else {
        buffer.mData = UnsafeMutableRawPointer(plane)
      }
      (buffer.mNumberChannels, buffer.mDataByteSize) = (1, UInt32(bytes))
      list[channel] = buffer
    }
    let scale = CMTimeScale(format.sampleRate)
    let start = time + CMTime(value: CMTimeValue(first), timescale: scale)
    defer { (first, isStart) = (first + frames, false) }
    return SourceFrames(
      frames: frames, time: CMTimeRange(start: start, duration: CMTime(value: CMTimeValue(frames), timescale: scale)),
      isStart: isStart)
  }
}
