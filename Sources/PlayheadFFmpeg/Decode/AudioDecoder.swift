import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics

/// Decodes the packets of one audio track. Priming and padding that the container tells of are already cut. Used by one thread.
package struct AudioDecoder: ~Copyable {
  private let context: DecoderContext
  private let parameters: StreamParameters
  private var expected = CMTime.zero
  /// The newest block, kept back until it is known whether it is the last: that one is cut to its packet's duration.
  private var held: AudioFrame?
  private var isDraining = false

  package init(_ parameters: StreamParameters) throws(FFmpegError) {
    // Audio is cheap to decode: more threads would only add delay.
    self.init(
      try DecoderContext(parameters, threads: 1, skipsSamples: !parameters.hasTimedPriming), parameters)
  }

  /// Does not throw: Swift 6.2 destroys default values twice where an initialiser of a noncopyable type throws after setting them.
  private init(_ context: consuming DecoderContext, _ parameters: StreamParameters) {
    self.context = context
    self.parameters = parameters
  }

  package mutating func send(_ packet: Packet) throws(FFmpegError) -> Bool { try context.send(packet) }

  package mutating func drain() {
    isDraining = true
    context.drain()
  }

  package mutating func flush(startingAt time: CMTime) {
    context.flush()
    expected = time
    held = nil
    isDraining = false
  }

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

  private mutating func decode() throws(FFmpegError) -> AudioFrame? {
    guard let frame = try nextFrame() else { return nil }
    var time = parameters.mapping.time(ofTicks: frame.pointee.best_effort_timestamp)
    if !time.isNumeric { time = expected }
    let result = AudioFrame(taking: frame, presentationTime: time)
    if result.sampleRate > 0 {
      expected = time + CMTime(value: Int64(result.sampleCount), timescale: Int32(result.sampleRate))
    }
    return result
  }

  /// Leaves out frames that lie outside of an edit as a whole: libavcodec gives them where it does not cut priming.
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
