import CPlayheadFFmpeg
import PlayheadMedia

/// The decoder of a video track: in hardware while that works, and in software from the first failure on.
///
/// Software takes over without losing or repeating a frame: it decodes the packets that `HardwareOutputPolicy` retains,
/// and the frames that hardware has delivered are dropped. It is opened for the next packet or frame, and its errors
/// are those of the track. Used by one thread.
///
///     hardware ──failure──► software, retained packets ──all sent──► software
final class RecoveringDecoder {
  /// The parameters of the track.
  private let parameters: StreamParameters
  /// The number of threads of a software decoder.
  private let threads: Int32
  /// The pool of frame buffers; nil for the decoders' own.
  private let memory: FrameBufferPool?
  /// The hardware decoder in use; nil for software.
  private var hardware: (decoder: any HardwareVideoDecoder, interface: HardwareInterface)?
  /// The hardware decoding of the item; nil for none.
  private let source: HardwareDecoderSource?
  /// Decides whether the hardware decoder works, and retains its packets.
  private var policy: HardwareOutputPolicy<Packet>
  /// Whether the hardware decoder has refused a packet, and has returned no frame since.
  private var isRefusing = false
  /// The format of the frames of the hardware decoder; nil before the first one of a track without a declared format.
  private var format: PixelFormat?
  /// The software decoder; nil until it is needed.
  private var software: SoftwareDecoder?
  /// The retained packets that software has not received, and the index of the next one.
  private var replay: (entries: [HardwareOutputPolicy<Packet>.Entry], next: Int) = ([], 0)
  /// Drops frames of the software decoder that hardware has delivered.
  private var filter = DeliveredFrameFilter()
  /// Whether no packet follows.
  private var isDraining = false

  /// An open software decoder.
  private final class SoftwareDecoder {
    /// The decoder.
    let context: DecoderContext
    /// Whether it was told that no packet follows.
    var isDrained = false
    /// Whether a frame has come out.
    var hasOutput = false

    /// Opens a decoder.
    init(_ parameters: StreamParameters, threads: Int32, memory: FrameBufferPool?) throws(FFmpegError) {
      context = try DecoderContext(parameters, threads: threads, memory: memory)
    }
  }

  /// Opens a hardware decoder if `source` has one, otherwise a software decoder.
  ///
  /// - Parameters:
  ///   - threads: The threads of a software decoder; 0 for libavcodec's default.
  ///   - pixelLimit: The size of the largest frame that is decoded; such tracks are decoded in software.
  /// - Throws: `FFmpegError` if there is no decoder, or if it rejects the parameters.
  init(
    _ parameters: StreamParameters, threads: Int32, memory: FrameBufferPool?, pixelLimit: Int?,
    source: HardwareDecoderSource?
  ) throws(FFmpegError) {
    self.parameters = parameters
    self.threads = threads
    self.memory = memory
    self.source = source
    policy = HardwareOutputPolicy(hasGradualRefresh: parameters.raw.pointee.codec_id == AV_CODEC_ID_H264)
    format = parameters.pixelFormat
    hardware = pixelLimit == nil ? source?.open(parameters, memory) : nil
    guard hardware == nil else { return }
    let software = try openSoftware()
    if let pixelLimit { software.context.raw.pointee.max_pixels = Int64(pixelLimit) }
  }

  /// Whether frames are allocated from the shared pool by a software decoder.
  var usesSharedPool: Bool { hardware == nil && software.map { FrameBufferPool.usesPool($0.context.raw) } ?? false }

  /// The software decoder, opened if there is none.
  private func openSoftware() throws(FFmpegError) -> SoftwareDecoder {
    if let software { return software }
    let opened = try SoftwareDecoder(parameters, threads: threads, memory: memory)
    software = opened
    return opened
  }

  // MARK: Packets and frames

  /// False if frames must be received first.
  func send(_ packet: Packet, skipsNonReference: Bool) throws(FFmpegError) -> Bool {
    if let hardware {
      do throws(HardwareDecodingFailure) {
        return try send(packet, skipsNonReference: skipsNonReference, to: hardware.decoder)
      } catch {
        fallBack(error)
      }
    }
    guard replay.next == replay.entries.count else { return false }
    return try sendToSoftware(packet, skipsNonReference: skipsNonReference, openSoftware())
  }

  /// Sends a packet to the hardware decoder, and retains it.
  private func send(
    _ packet: Packet, skipsNonReference: Bool, to decoder: any HardwareVideoDecoder
  ) throws(HardwareDecodingFailure) -> Bool {
    guard try decoder.send(packet, skipsNonReference: skipsNonReference) else {
      guard !isRefusing else { throw .packetsRefused }
      isRefusing = true
      return false
    }
    isRefusing = false
    let raw = packet.raw.pointee
    let failure = policy.add(
      packet,
      HardwareOutputPolicy.PacketProperties(
        time: raw.pts == playhead_no_timestamp ? nil : raw.pts, byteCount: packet.byteCount, isSync: packet.isKey,
        isDiscarded: raw.flags & AV_PKT_FLAG_DISCARD != 0, skipsNonReference: skipsNonReference))
    // The packet is retained, so software receives it too.
    if let failure { fallBack(failure) }
    return true
  }

  /// Sends a packet to the software decoder.
  private func sendToSoftware(
    _ packet: Packet, skipsNonReference: Bool, _ software: SoftwareDecoder
  ) throws(FFmpegError) -> Bool {
    software.context.raw.pointee.skip_frame = skipsNonReference ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    return try software.context.send(packet)
  }

  /// Signals the end of the stream: the remaining frames come out.
  func drain() {
    isDraining = true
    guard let hardware else { return }
    do throws(HardwareDecodingFailure) {
      try hardware.decoder.drain()
    } catch {
      fallBack(error)
    }
  }

  /// Discards all packets and frames: decoding continues at a sync sample.
  func flush() {
    policy.reset()
    replay = ([], 0)
    filter = DeliveredFrameFilter()
    (isDraining, isRefusing) = (false, false)
    software?.context.flush()
    software?.isDrained = false
    guard let hardware else { return }
    do throws(HardwareDecodingFailure) {
      try hardware.decoder.flush()
    } catch {
      fallBack(error)
    }
  }

  /// The next decoded frame; nil if more packets are needed or the decoder is drained.
  ///
  /// - Parameter keepsInDevice: Whether the frame may remain in the memory of a device (`DeviceFrameOutput`).
  /// - Returns: A frame that the caller must free.
  func receive(keepsInDevice: Bool) throws(FFmpegError) -> UnsafeMutablePointer<AVFrame>? {
    if let hardware {
      do throws(HardwareDecodingFailure) {
        return try receive(from: hardware.decoder, keepsInDevice: keepsInDevice)
      } catch {
        fallBack(error)
      }
    }
    return try receiveFromSoftware(openSoftware())
  }

  // MARK: Hardware

  /// The next frame of the hardware decoder, if it is the one that has to follow.
  private func receive(
    from decoder: any HardwareVideoDecoder, keepsInDevice: Bool
  ) throws(HardwareDecodingFailure) -> UnsafeMutablePointer<AVFrame>? {
    guard let frame = try decoder.receive(keepsInDevice: keepsInDevice) else {
      if isDraining, let failure = policy.end() { throw failure }
      return nil
    }
    if let failure = check(frame) {
      freeFrame(frame)
      throw failure
    }
    isRefusing = false
    return frame
  }

  /// The reason for which a frame of the hardware decoder must not be delivered; nil if there is none.
  private func check(_ frame: UnsafeMutablePointer<AVFrame>) -> HardwareDecodingFailure? {
    let (width, height) = (parameters.raw.pointee.width, parameters.raw.pointee.height)
    guard frame.pointee.width == width, frame.pointee.height == height else { return .unexpectedSize }
    let new = PixelFormat(playhead_sample_format(frame))
    guard new.planeCount > 0, format.map(new.hasSameSamples) ?? true else { return .unexpectedFormat }
    format = new
    let (time, best) = (frame.pointee.pts, frame.pointee.best_effort_timestamp)
    return policy.accept(
      time: time == playhead_no_timestamp || time != best ? nil : time,
      isInterlaced: playhead_frame_is_interlaced(frame) != 0)
  }

  /// Software takes over: closes the hardware decoder, and prepares the retained packets for the software decoder.
  private func fallBack(_ failure: HardwareDecodingFailure) {
    guard let former = hardware else { return }
    hardware = nil
    replay = (policy.entries, 0)
    filter = policy.filter
    policy.reset()
    source?.note(failure, of: former.interface)
  }

  // MARK: Software

  /// The next frame of the software decoder that hardware has not delivered. The retained packets are sent first.
  private func receiveFromSoftware(
    _ software: SoftwareDecoder
  ) throws(FFmpegError) -> UnsafeMutablePointer<AVFrame>? {
    while true {
      if let frame = try receiveNext(software) {
        software.hasOutput = true
        let time = frame.pointee.pts
        if filter.delivers(time == playhead_no_timestamp ? nil : time) { return frame }
        freeFrame(frame)
      } else if replay.next < replay.entries.count {
        try sendRetained(software)
      } else if isDraining, !software.isDrained {
        software.isDrained = true
        software.context.drain()
      } else {
        return nil
      }
    }
  }

  /// The next frame of the software decoder; nil if more packets are needed.
  private func receiveNext(_ software: SoftwareDecoder) throws(FFmpegError) -> UnsafeMutablePointer<AVFrame>? {
    do throws(FFmpegError) {
      return try software.context.receive()
    } catch {
      try tolerate(error, software)
      return nil
    }
  }

  /// Sends the next retained packet to the software decoder. The last one releases them.
  private func sendRetained(_ software: SoftwareDecoder) throws(FFmpegError) {
    let entry = replay.entries[replay.next]
    do throws(FFmpegError) {
      guard try sendToSoftware(entry.packet, skipsNonReference: entry.skipsNonReference, software) else { return }
      advanceReplay()
    } catch {
      advanceReplay()
      try tolerate(error, software)
    }
  }

  /// The next retained packet was sent.
  private func advanceReplay() {
    replay.next += 1
    if replay.next == replay.entries.count { replay = ([], 0) }
  }

  /// An error of the software decoder costs its own frame. While retained packets follow, it is an error of the track
  /// only if no frame came out yet: those that did are dropped, so that errors would seem to follow each other.
  private func tolerate(_ error: FFmpegError, _ software: SoftwareDecoder) throws(FFmpegError) {
    guard software.hasOutput, replay.next < replay.entries.count else { throw error }
  }
}

extension PixelFormat {
  /// Whether the samples of two formats are the same numbers, whichever their planes are.
  func hasSameSamples(_ other: PixelFormat) -> Bool {
    bitDepth == other.bitDepth && chromaShift == other.chromaShift && isRGB == other.isRGB
      && hasAlpha == other.hasAlpha
  }
}
