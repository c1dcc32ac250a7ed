import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics
import PlayheadMedia

/// Decodes the packets of one audio track. Cuts the priming and padding that the container declares. Used by one
/// thread.
package struct AudioDecoder: ~Copyable {
  /// The decoder, owned by this object.
  private let context: DecoderContext
  /// The parameters of the track, which determine what is cut.
  private let parameters: StreamParameters
  /// The presentation time of the next frame if the container does not declare one.
  private var expected = CMTime.zero
  /// The newest frame, held back until the next one arrives: the last frame is cut to its packet's duration.
  private var held: AudioFrame?
  /// Whether the end of the stream was signalled: then the retained frame is returned too.
  private var isDraining = false

  /// Opens a decoder for a stream.
  ///
  /// - Throws: `FFmpegError` if there is no decoder, or if it rejects the parameters.
  package init(_ parameters: StreamParameters) throws(FFmpegError) {
    // Audio is cheap to decode: more threads would only add latency.
    self.init(
      try DecoderContext(parameters, threads: 1, skipsSamples: !parameters.hasTimedPriming), parameters)
  }

  /// Does not throw: Swift 6.2 destroys default values twice if an initializer of a noncopyable type throws after
  /// setting them.
  private init(_ context: consuming DecoderContext, _ parameters: StreamParameters) {
    self.context = context
    self.parameters = parameters
  }

  /// False if frames must be received first.
  package mutating func send(_ packet: Packet) throws(FFmpegError) -> Bool { try context.send(packet) }

  /// Signals the end of the stream: the decoder returns its remaining frames.
  package mutating func drain() {
    isDraining = true
    context.drain()
  }

  /// Resets the decoder to continue at a packet near `time`.
  package mutating func flush(startingAt time: CMTime) {
    context.flush()
    expected = time
    held = nil
    isDraining = false
  }

  /// The next decoded frame; nil if more packets are needed or the decoder is drained.
  package mutating func receive() throws(FFmpegError) -> AudioFrame? {
    guard parameters.hasExactDurations else { return try decode() }
    while let frame = try decode() {
      let previous = held
      held = frame
      if let previous { return previous }
    }
    guard isDraining, let last = held else { return nil }
    held = nil
    var duration = parameters.mapping.duration(ofTicks: playhead_frame_duration(last.raw))
    if let end = parameters.exactEnd, end > last.presentationTime { duration = end - last.presentationTime }
    let meant = Int(saturating: (duration.seconds * Double(last.sampleRate)).rounded())
    return meant > 0 && meant < last.sampleCount ? last.prefix(meant) ?? last : last
  }

  /// Returns the next frame with its presentation time, without the padding at the end of the edit.
  private mutating func decode() throws(FFmpegError) -> AudioFrame? {
    guard let frame = try nextFrame() else { return nil }
    var time = parameters.mapping.time(ofTicks: frame.pointee.best_effort_timestamp)
    if !time.isNumeric { time = expected }
    let padding = parameters.hasTimedPriming ? Int(Self.discardedPadding(of: frame)) : 0
    let result = AudioFrame(taking: frame, presentationTime: time)
    guard result.sampleRate > 0 else { return result }
    let end = time + CMTime(value: Int64(result.sampleCount), timescale: Int32(result.sampleRate))
    expected = end
    // The exact end of a track, where known, is not rounded as the padding is.
    if padding <= 0 || padding >= result.sampleCount || parameters.exactEnd.map({ end >= $0 }) == true { return result }
    return result.prefix(result.sampleCount - padding) ?? result
  }

  /// The number of samples at the end of a frame beyond its edit. libavformat of FFmpeg 9 attaches it to the packet,
  /// earlier releases shorten the packet's duration. libavcodec cuts these samples only if it also cuts priming.
  private static func discardedPadding(of frame: UnsafePointer<AVFrame>) -> UInt32 {
    // AV_PKT_DATA_SKIP_SAMPLES: samples to skip at the start, samples to discard at the end, each u32le, then two
    // reason bytes.
    guard let found = av_frame_get_side_data(frame, AV_FRAME_DATA_SKIP_SAMPLES)?.pointee, found.size >= 8 else {
      return 0
    }
    return UInt32(littleEndian: UnsafeRawPointer(found.data).loadUnaligned(fromByteOffset: 4, as: UInt32.self))
  }

  /// The next decoded frame, without frames entirely outside the edit: libavcodec returns them if it does not cut
  /// priming.
  private mutating func nextFrame() throws(FFmpegError) -> UnsafeMutablePointer<AVFrame>? {
    let discardsFrames = parameters.hasTimedPriming
    var frame = try context.receive()
    while discardsFrames, let candidate = frame, candidate.pointee.flags & AV_FRAME_FLAG_DISCARD != 0 {
      av_frame_free(&frame)
      frame = try context.receive()
    }
    return frame
  }
}
