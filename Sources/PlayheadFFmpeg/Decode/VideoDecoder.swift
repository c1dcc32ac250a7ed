import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

/// Decodes the packets of one video track. Used by one thread; libavcodec runs its own frame threads.
package struct VideoDecoder: ~Copyable {
  /// The decoder in hardware or software.
  private let decoder: RecoveringDecoder
  /// The parameters of the track.
  private let parameters: StreamParameters
  /// The frame duration of the track for frames without one; invalid if unknown.
  private let nominalDuration: CMTime
  /// Whether frames that the decoder flags as interlaced are single fields, of half the height of the video: those of
  /// HEVC and VVC. There is nothing to deinterlace in them.
  private let flagsFields: Bool
  /// The presentation time of the next frame if the container does not declare one.
  private var expected = CMTime.zero
  /// The filters of frames. A change applies to the next frame of the decoder.
  package var filters: VideoFilterSettings
  /// The decoded frames that have not been received.
  private let frames: DeinterlacedFrames
  /// Reverses telecine; nil if the filters do not require it, or the track cannot be telecined.
  private let inverseTelecine: InverseTelecine?
  /// Smooths bands, if the filters require it.
  private let debander: Debander
  /// Whether no packet follows.
  private var isDraining: Bool

  /// Whether frames are allocated from the shared pool.
  package var usesSharedPool: Bool {
    decoder.usesSharedPool && !frames.isActive && inverseTelecine == nil && !(filters.debands && debander.isActive)
  }

  /// Whether any frame so far was interlaced.
  package var hasInterlacedFrames: Bool { frames.hasInterlacedFrames }

  /// The largest number of pixels of covers and other pictures that nobody has asked to decode at their full size:
  /// 8192 × 8192.
  package static let pictureLimit = 1 << 26

  /// `threads` 0 uses libavcodec's default: one more than the machine has cores. `memory`: the pool of frame buffers;
  /// nil for the decoder's own. `pixelLimit`: larger frames are not decoded; needs one thread. `filters`: the filters
  /// of frames; a deinterlaced frame comes out when the frame after it is decoded. `hardware`: opens hardware decoders;
  /// nil for software.
  ///
  /// - Throws: `FFmpegError` if there is no decoder, or if it rejects the parameters.
  package init(
    _ parameters: StreamParameters, threads: Int = 0, memory: FrameBufferPool? = nil, pixelLimit: Int? = nil,
    filters: VideoFilterSettings = .none, hardware: HardwareDecoderSource? = nil
  ) throws(FFmpegError) {
    decoder = try RecoveringDecoder(
      parameters, threads: Int32(threads), memory: memory, pixelLimit: pixelLimit, source: hardware)
    self.parameters = parameters
    self.filters = filters
    frames = DeinterlacedFrames()
    debander = Debander()
    flagsFields = [AV_CODEC_ID_HEVC, AV_CODEC_ID_VVC].contains(parameters.raw.pointee.codec_id)
    isDraining = false
    let nominalDuration = parameters.track.video?.minFrameDuration ?? .invalid
    self.nominalDuration = nominalDuration
    let cadence = TelecineCadence(origin: parameters.track.timeRange.start, frameDuration: nominalDuration)
    if let cadence, filters.deinterlacing == .inverseTelecine {
      inverseTelecine = InverseTelecine(cadence)
    } else {
      inverseTelecine = nil
    }
  }

  /// False if frames must be received first. `skipsNonReference`: drops the frame if no other frame refers to it, and
  /// none is needed to reverse telecine.
  package mutating func send(_ packet: Packet, skipsNonReference: Bool) throws(FFmpegError) -> Bool {
    try decoder.send(packet, skipsNonReference: skipsNonReference && inverseTelecine == nil)
  }

  /// Signals the end of the stream: the decoder returns its remaining frames.
  package mutating func drain() {
    decoder.drain()
    isDraining = true
  }

  /// Resets the decoder to continue at a sync sample near `time`.
  package mutating func flush(startingAt time: CMTime) {
    decoder.flush()
    frames.reset()
    inverseTelecine?.reset()
    isDraining = false
    expected = time
  }

  /// The next decoded frame; nil if more packets are needed or the decoder is drained.
  ///
  /// - Throws: `FFmpegError` for damaged data; decoding may continue with further packets.
  package mutating func receive() throws(FFmpegError) -> VideoFrame? {
    while true {
      if let next = inverseTelecine?.next() ?? frames.next() {
        return VideoFrame(
          taking: filters.debands ? debander.debanded(next.frame) : next.frame, presentationTime: next.time,
          duration: next.duration,
          transform: parameters.track.video?.transform ?? .identity,
          declared: parameters.track.video?.color ?? .unspecified)
      }
      if let decoded = try decode() {
        add(decoded)
      } else if isDraining, frames.isActive {
        frames.finish()
      } else if isDraining, let inverseTelecine, !inverseTelecine.isEmpty {
        inverseTelecine.finish()
      } else {
        return nil
      }
    }
  }

  /// Passes a frame to the filter of interlaced frames. Those inside the other one come out before.
  private func add(_ decoded: DeinterlacedFrames.TimedFrame) {
    if let inverseTelecine, InverseTelecine.accepts(decoded.frame) {
      frames.finish()
      inverseTelecine.add(decoded)
    } else {
      inverseTelecine?.finish()
      frames.add(decoded, filters.deinterlacing)
    }
  }

  /// Whether frames may remain in the memory of a device: a view shows them from there, and no filter reads them.
  private var keepsInDevice: Bool {
    DeviceImageReader.exist && !frames.isActive && filters.deinterlacing != .doubleRate && inverseTelecine == nil
      && !filters.debands
  }

  /// The next frame of the decoder, with its times.
  private mutating func decode() throws(FFmpegError) -> DeinterlacedFrames.TimedFrame? {
    guard let frame = try decoder.receive(keepsInDevice: keepsInDevice) else { return nil }
    if flagsFields { playhead_frame_set_progressive(frame) }
    var time = parameters.mapping.time(ofTicks: frame.pointee.best_effort_timestamp)
    if !time.isNumeric { time = expected }
    var duration = parameters.mapping.duration(ofTicks: playhead_frame_duration(frame))
    if duration == .zero && nominalDuration.isNumeric { duration = nominalDuration }
    expected = time + duration
    if frame.pointee.sample_aspect_ratio.num <= 0, let aspect = parameters.track.video?.pixelAspect {
      frame.pointee.sample_aspect_ratio = AVRational(num: aspect.horizontal, den: aspect.vertical)
    }
    return DeinterlacedFrames.TimedFrame(frame: frame, time: time, duration: duration)
  }
}
