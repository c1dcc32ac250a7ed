import CPlayheadFFmpeg
import CoreMedia

/// Decodes the packets of one video track. Used by one thread; libavcodec's own frame threads work beneath.
package struct VideoDecoder: ~Copyable {
  private let context: DecoderContext
  private let parameters: StreamParameters
  private let nominalDuration: CMTime
  /// Where the next picture lies if the container does not say.
  private var expected = CMTime.zero

  /// Whether its pictures lie in the memory that it was given.
  package var sharesMemory: Bool { FrameBufferPool.serves(context.raw) }

  /// `threads` 0 takes as many as libavcodec finds right: one more than the machine has cores. `memory`: where pictures are to lie;
  /// nil: in the decoder's own.
  package init(_ parameters: StreamParameters, threads: Int = 0, memory: FrameBufferPool? = nil) throws(FFmpegError) {
    context = try DecoderContext(parameters, threads: Int32(threads), memory: memory)
    self.parameters = parameters
    nominalDuration = parameters.track.video?.minFrameDuration ?? .invalid
  }

  /// False where pictures must be received first. `skipsNonReference`: the picture is not needed if no other depends on it.
  package mutating func send(_ packet: Packet, skipsNonReference: Bool) throws(FFmpegError) -> Bool {
    context.raw.pointee.skip_frame = skipsNonReference ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    return try context.send(packet)
  }

  package mutating func drain() { context.drain() }

  /// Forgets everything, to start at a sync sample near `time`.
  package mutating func flush(startingAt time: CMTime) {
    context.flush()
    expected = time
  }

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
