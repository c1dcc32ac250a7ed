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
    let padding = parameters.hasTimedPriming ? Int(Self.discardedPadding(of: frame)) : 0
    let result = AudioFrame(taking: frame, presentationTime: time)
    guard result.sampleRate > 0 else { return result }
    let end = time + CMTime(value: Int64(result.sampleCount), timescale: Int32(result.sampleRate))
    expected = end
    // The exact end of a track, where it is known, is not rounded as the padding is.
    if padding <= 0 || padding >= result.sampleCount || parameters.exactEnd.map({ end >= $0 }) == true { return result }
    return result.prefix(result.sampleCount - padding) ?? result
  }

  /// How many samples at the end of a frame lie behind the edit that it belongs to. libavformat of FFmpeg 9 gives it with the packet,
  /// earlier releases shorten the packet's duration. libavcodec cuts it where it cuts priming, too.
  private static func discardedPadding(of frame: UnsafePointer<AVFrame>) -> UInt32 {
    // AV_PKT_DATA_SKIP_SAMPLES: how many to skip at the start, how many to discard at the end, each u32le, and two bytes of reasons.
    guard let found = av_frame_get_side_data(frame, AV_FRAME_DATA_SKIP_SAMPLES)?.pointee, found.size >= 8 else {
      return 0
    }
    return UInt32(littleEndian: UnsafeRawPointer(found.data).loadUnaligned(fromByteOffset: 4, as: UInt32.self))
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
