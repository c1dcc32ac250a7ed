import CPlayheadFFmpeg
import PlayheadMedia

/// Converts decoded audio of any format to interleaved 32-bit float of one sample rate and channel count. Used by
/// one thread.
///
/// A downmix has the levels of ITU-R BS.775-3: center and surround channels at −3 dB. Channels that the output does not
/// have, such as height channels, are folded into the nearest ones (`ChannelMatrix`).
package struct AudioResampler: ~Copyable {
  /// libswresample's context; nil before the first frame and after `reset`.
  private var context: OpaquePointer?
  /// The properties of the input for which a context is configured.
  private struct Format: Equatable {
    /// libavutil's sample format; −1 without a context.
    var sample: Int32 = -1
    /// In hertz.
    var rate = 0
    /// The number of channels.
    var channels = 0
    /// The speakers, 0 if unknown.
    var mask: UInt64 = 0
    /// Whether the center channel is raised.
    var emphasizesDialogue = false
  }

  /// The input of the current context.
  private var input = Format()
  /// Whether a downmix raises the center channel, which is that of the dialogue, by 6 dB relative to the others: it is
  /// mixed at 0 dB, and the others at 3 dB below their usual levels. A change applies from the next frame on.
  package var emphasizesDialogue = false
  /// The output rate in hertz.
  private let sampleRate: Int
  /// The number of output channels.
  private let channelCount: Int
  /// The memory for one conversion. Reused to avoid allocations.
  private var converted: [Float] = []

  /// Creates a resampler; the context is created with the first frame.
  package init(sampleRate: Int, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  deinit {
    var context = context
    swr_free(&context)
  }

  /// Appends the converted samples to `output`; nil flushes the samples that the filter still buffers.
  ///
  /// - Throws: `FFmpegError` if the formats cannot be converted.
  package mutating func convert(_ frame: AudioFrame?, into output: inout [Float]) throws(FFmpegError) {
    if let frame {
      // The audio format changes: flush the samples of the old format first.
      if context != nil, input != format(of: frame) { try convert(nil, into: &output) }
      try prepare(for: frame)
    }
    guard let context else { return }
    let inputCount = Int32(frame?.sampleCount ?? 0)
    let capacity = Int(swr_get_out_samples(context, inputCount))
    guard capacity > 0 else { return }
    if converted.count < capacity * channelCount {
      converted = [Float](repeating: 0, count: capacity * channelCount)
    }
    let written = converted.withUnsafeMutableBytes { bytes -> Int32 in
      var target = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard let frame else { return swr_convert(context, &target, Int32(capacity), nil, 0) }
      return frame.raw.pointee.extended_data.withMemoryRebound(
        to: UnsafePointer<UInt8>?.self, capacity: frame.channelCount
      ) {
        swr_convert(context, &target, Int32(capacity), $0, inputCount)
      }
    }
    if written < 0 { throw FFmpegError(.resample, code: written) }
    output += converted[..<(Int(written) * channelCount)]
  }

  /// Discards the buffered samples: the next audio is not contiguous with the last.
  package mutating func reset() {
    swr_free(&context)
    input = Format()
  }

  /// The properties of a frame that require another context if they change.
  private func format(of frame: AudioFrame) -> Format {
    let layout = frame.raw.pointee.ch_layout
    let mask = layout.order == AV_CHANNEL_ORDER_NATIVE ? layout.u.mask : 0
    return Format(
      sample: frame.raw.pointee.format, rate: frame.sampleRate, channels: frame.channelCount, mask: mask,
      emphasizesDialogue: emphasizesDialogue)
  }

  /// Configures the context for the format of a frame; does nothing if it is already.
  private mutating func prepare(for frame: AudioFrame) throws(FFmpegError) {
    let format = format(of: frame)
    guard context == nil || input != format else { return }
    var from = frame.raw.pointee.ch_layout
    swr_free(&context)
    var to = AVChannelLayout()
    // A stream without a channel layout gets the default layout of its channel count.
    var guessed = AVChannelLayout()
    if from.order == AV_CHANNEL_ORDER_UNSPEC { av_channel_layout_default(&guessed, from.nb_channels) }
    if guessed.nb_channels > 0 { from = guessed }
    if from.order == AV_CHANNEL_ORDER_NATIVE, let device = SpeakerLayout.device(channelCount: channelCount) {
      // Map by speaker, not by index: the four channels of 4.0 differ from those of a quadraphonic device.
      to.order = AV_CHANNEL_ORDER_NATIVE
      to.nb_channels = Int32(channelCount)
      to.u.mask = UInt64(device.mask)
    } else if from.nb_channels == Int32(channelCount) {
      to = from
    } else {
      av_channel_layout_default(&to, Int32(channelCount))
    }
    let code = swr_alloc_set_opts2(
      &context, &to, AV_SAMPLE_FMT_FLT, Int32(sampleRate), &from, AVSampleFormat(rawValue: format.sample),
      Int32(frame.sampleRate), 0, nil)
    guard code >= 0 else { throw FFmpegError(.resample, code: code) }
    if let matrix = Self.matrix(from: from, to: to, emphasizesDialogue: emphasizesDialogue) {
      swr_set_matrix(context, matrix.levels, Int32(matrix.channelCount))
    }
    let started = swr_init(context)
    guard started >= 0 else {
      swr_free(&context)
      throw FFmpegError(.resample, code: started)
    }
    input = format
  }

  /// The levels of a conversion; nil if the layouts are the same, or if libswresample is to choose or refuse them.
  private static func matrix(
    from: AVChannelLayout, to: AVChannelLayout, emphasizesDialogue: Bool
  ) -> ChannelMatrix? {
    // `swr_set_matrix` checks no count: it writes beyond its memory.
    guard max(from.nb_channels, to.nb_channels) <= ChannelMatrix.maximumChannelCount else { return nil }
    switch from.order {
    case AV_CHANNEL_ORDER_NATIVE:
      guard to.order == AV_CHANNEL_ORDER_NATIVE, from.u.mask != to.u.mask,
        from.u.mask.nonzeroBitCount == Int(from.nb_channels)
      else { return nil }
      return ChannelMatrix(channels: from.u.mask, speakers: to.u.mask, emphasizesDialogue: emphasizesDialogue)
    case AV_CHANNEL_ORDER_UNSPEC:
      return ChannelMatrix(unnamed: Int(from.nb_channels), speakerCount: Int(to.nb_channels))
    default:
      return nil
    }
  }
}
