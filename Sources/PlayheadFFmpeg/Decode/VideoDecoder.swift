import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

/// Decodes the packets of one video track. Used by one thread; libavcodec runs its own frame threads.
package struct VideoDecoder: ~Copyable {
  /// The decoder, owned by this object.
  private let context: DecoderContext
  /// The parameters of the track.
  private let parameters: StreamParameters
  /// The frame duration of the track for frames without one; invalid if unknown.
  private let nominalDuration: CMTime
  /// The presentation time of the next frame if the container does not declare one.
  private var expected = CMTime.zero

  /// Whether frames are allocated from the shared pool.
  package var usesSharedPool: Bool { FrameBufferPool.usesPool(context.raw) }

  /// `threads` 0 uses libavcodec's default: one more than the machine has cores. `memory`: the pool of frame buffers;
  /// nil for the decoder's own.
  ///
  /// - Throws: `FFmpegError` if there is no decoder, or if it rejects the parameters.
  package init(_ parameters: StreamParameters, threads: Int = 0, memory: FrameBufferPool? = nil) throws(FFmpegError) {
    context = try DecoderContext(parameters, threads: Int32(threads), memory: memory)
    self.parameters = parameters
    nominalDuration = parameters.track.video?.minFrameDuration ?? .invalid
  }

  /// False if frames must be received first. `skipsNonReference`: drops the frame if no other frame refers to it.
  package mutating func send(_ packet: Packet, skipsNonReference: Bool) throws(FFmpegError) -> Bool {
    context.raw.pointee.skip_frame = skipsNonReference ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    return try context.send(packet)
  }

  /// Signals the end of the stream: the decoder returns its remaining frames.
  package mutating func drain() { context.drain() }

  /// Resets the decoder to continue at a sync sample near `time`.
  package mutating func flush(startingAt time: CMTime) {
    context.flush()
    expected = time
  }

  /// The next decoded frame; nil if more packets are needed or the decoder is drained.
  ///
  /// - Throws: `FFmpegError` for damaged data; decoding may continue with further packets.
  package mutating func receive() throws(FFmpegError) -> VideoFrame? {
    guard let frame = try context.receive() else { return nil }
    var time = parameters.mapping.time(ofTicks: frame.pointee.best_effort_timestamp)
    if !time.isNumeric { time = expected }
    var duration = parameters.mapping.duration(ofTicks: playhead_frame_duration(frame))
    if duration == .zero && nominalDuration.isNumeric { duration = nominalDuration }
    expected = time + duration
    if frame.pointee.sample_aspect_ratio.num <= 0, let aspect = parameters.track.video?.pixelAspect {
      frame.pointee.sample_aspect_ratio = AVRational(num: aspect.horizontal, den: aspect.vertical)
    }
    return VideoFrame(
      taking: frame, presentationTime: time, duration: duration,
      transform: parameters.track.video?.transform ?? .identity)
  }
}
