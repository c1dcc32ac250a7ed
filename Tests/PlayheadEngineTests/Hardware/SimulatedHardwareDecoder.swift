import CPlayheadFFmpeg
import PlayheadMedia
import Synchronization

@testable import PlayheadFFmpeg

/// A hardware decoder for tests: software inside, with one scripted fault.
final class SimulatedHardwareDecoder: HardwareVideoDecoder {
  /// A fault of a driver.
  enum Fault: String, CaseIterable, Sendable {
    /// An error in place of accepting a packet, of a frame, and of its copy.
    case sendError, receiveError, copyError
    /// The data is rejected as damaged.
    case damage
    /// From a packet on, nothing is accepted and nothing comes out.
    case refusal
    /// From a frame on, nothing comes out.
    case silence
    /// From a frame on, frames come out 20 packets later.
    case delay
    /// A frame of another size, of another pixel format, or of none.
    case size, format, unknownFormat
    /// A frame with a time that no packet has, without a time, or with that of the frame before.
    case foreignTime, missingTime, formerTime
    /// A frame that comes out twice, not at all, or after the next one.
    case duplicate, omission, swap
    /// Draining fails, or returns no frames.
    case drainError, silentDrain
  }

  /// The state that outlives the decoders of a test.
  final class Record: Sendable {
    /// The calls of decoders that had failed, and the decoders in use.
    private let counts = Mutex<(late: Int, open: Int, opened: Int)>((0, 0, 0))
    /// The calls after a failure.
    var lateCalls: Int { counts.withLock { $0.late } }
    /// The decoders that were not closed.
    var open: Int { counts.withLock { $0.open } }
    /// All decoders so far.
    var opened: Int { counts.withLock { $0.opened } }

    func noteLateCall() { counts.withLock { $0.late += 1 } }
    func noteOpen() { counts.withLock { ($0.open, $0.opened) = ($0.open + 1, $0.opened + 1) } }
    func noteClose() { counts.withLock { $0.open -= 1 } }
  }

  private let inner: Inner
  private let fault: Fault?
  /// The index of the frame, or of the packet, with the fault.
  private let index: Int
  private let record: Record
  /// Whether frames have interleaved chroma, as those of devices.
  private let isSemiplanar: Bool
  /// The device that has the frames; nil for frames in memory.
  private let device: SimulatedDevice?
  private let output = DeviceFrameOutput(memory: nil, isShareable: true)
  private var packets = 0
  private var frames = 0
  private var hasFailed = false
  private var isDraining = false
  /// Frames that come out later.
  private var held: [UnsafeMutablePointer<AVFrame>] = []
  private var formerTime = playhead_no_timestamp

  /// The software decoder.
  private final class Inner {
    let context: DecoderContext
    init(_ parameters: StreamParameters) throws(FFmpegError) { context = try DecoderContext(parameters, threads: 1) }
  }

  init(
    _ parameters: StreamParameters, _ fault: Fault?, at index: Int, _ record: Record, isSemiplanar: Bool,
    device: SimulatedDevice? = nil
  ) throws(FFmpegError) {
    inner = try Inner(parameters)
    (self.fault, self.index, self.record) = (fault, index, record)
    (self.isSemiplanar, self.device) = (isSemiplanar || device != nil, device)
    record.noteOpen()
  }

  deinit {
    held.forEach(freeFrame)
    record.noteClose()
  }

  /// Opens such decoders, for every interface.
  static func provider(
    _ fault: Fault?, at index: Int = 0, _ record: Record = Record(), opening: HardwareDecodingFailure? = nil,
    isSemiplanar: Bool = false, device: SimulatedDevice? = nil
  ) -> HardwareDecoderProvider {
    HardwareDecoderProvider(
      isPresent: { _ in true },
      open: { _, parameters, _ in
        if let opening { return .failure(opening) }
        do throws(FFmpegError) {
          return .success(
            try SimulatedHardwareDecoder(
              parameters, fault, at: index, record, isSemiplanar: isSemiplanar, device: device))
        } catch {
          return .failure(.opening(error.text))
        }
      }, note: { _, _ in })
  }

  func send(_ packet: Packet, skipsNonReference: Bool) throws(HardwareDecodingFailure) -> Bool {
    checkUse()
    if packets >= index {
      if fault == .sendError { throw fail(.sending("simulated")) }
      if fault == .damage { throw fail(.damagedData) }
      if fault == .refusal { return false }
    }
    inner.context.raw.pointee.skip_frame = skipsNonReference ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    do throws(FFmpegError) {
      guard try inner.context.send(packet) else { return false }
    } catch {
      throw fail(.damagedData)
    }
    packets += 1
    return true
  }

  func drain() throws(HardwareDecodingFailure) {
    checkUse()
    if fault == .drainError { throw fail(.sending("simulated")) }
    isDraining = true
    inner.context.drain()
  }

  func flush() throws(HardwareDecodingFailure) {
    checkUse()
    isDraining = false
    held.forEach(freeFrame)
    held = []
    inner.context.flush()
  }

  func receive(keepsInDevice: Bool) throws(HardwareDecodingFailure) -> UnsafeMutablePointer<AVFrame>? {
    guard let frame = try receive() else { return nil }
    guard let device, let moved = device.moved(frame) else { return frame }
    freeFrame(frame)
    return try output.deliver(moved, keepsInDevice: keepsInDevice)
  }

  /// The next frame in memory.
  private func receive() throws(HardwareDecodingFailure) -> UnsafeMutablePointer<AVFrame>? {
    checkUse()
    if fault == .refusal, packets >= index { return nil }
    if isDraining, fault == .silentDrain { return nil }
    if let late = takeHeld() { return late }
    while let frame = try next() {
      defer { frames += 1 }
      guard fault != nil, frames == index || (frames > index && (fault == .silence || fault == .delay)) else {
        formerTime = frame.pointee.pts
        return isSemiplanar ? Self.semiplanar(frame) : frame
      }
      if let changed = try change(frame) { return changed }
    }
    return takeHeld()
  }

  /// The next frame of the software decoder.
  private func next() throws(HardwareDecodingFailure) -> UnsafeMutablePointer<AVFrame>? {
    do throws(FFmpegError) {
      return try inner.context.receive()
    } catch {
      throw fail(.damagedData)
    }
  }

  /// Applies the fault to the frame; nil if it does not come out now.
  private func change(
    _ frame: UnsafeMutablePointer<AVFrame>
  ) throws(HardwareDecodingFailure) -> UnsafeMutablePointer<AVFrame>? {
    switch fault {
    case .receiveError:
      freeFrame(frame)
      throw fail(.receiving("simulated"))
    case .copyError:
      freeFrame(frame)
      throw fail(.copying("simulated"))
    case .silence, .omission:
      freeFrame(frame)
      return nil
    case .delay, .swap:
      held.append(frame)
      return nil
    case .size: frame.pointee.height -= 2
    case .format: frame.pointee.format = AV_PIX_FMT_GRAY8.rawValue
    case .unknownFormat: frame.pointee.format = 12345
    case .foreignTime:
      frame.pointee.pts += 1
      frame.pointee.best_effort_timestamp += 1
    case .missingTime: frame.pointee.pts = playhead_no_timestamp
    case .formerTime:
      frame.pointee.pts = formerTime
      frame.pointee.best_effort_timestamp = formerTime
    case .duplicate:
      if let copy = av_frame_clone(frame) { held.append(copy) }
      return frame
    default: break
    }
    return frame
  }

  /// A held frame that is due.
  private func takeHeld() -> UnsafeMutablePointer<AVFrame>? {
    guard !held.isEmpty else { return nil }
    let isDue =
      switch fault {
      case .swap: frames > index + 1
      case .delay: held.count > 20 || isDraining
      default: true
      }
    return isDue ? held.removeFirst() : nil
  }

  /// Replaces a frame of 8 bits in 4:2:0 by one with interleaved chroma.
  private static func semiplanar(_ frame: UnsafeMutablePointer<AVFrame>) -> UnsafeMutablePointer<AVFrame>? {
    defer { freeFrame(frame) }
    guard let copy = av_frame_alloc() else { return nil }
    let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    copy.pointee.format = AV_PIX_FMT_NV12.rawValue
    (copy.pointee.width, copy.pointee.height) = (frame.pointee.width, frame.pointee.height)
    guard av_frame_get_buffer(copy, 0) >= 0, av_frame_copy_props(copy, frame) >= 0,
      let luma = copy.pointee.data.0, let chroma = copy.pointee.data.1, let from = frame.pointee.data.0,
      let blue = frame.pointee.data.1, let red = frame.pointee.data.2
    else { return nil }
    let (rows, source) = (copy.pointee.linesize, frame.pointee.linesize)
    for y in 0..<height {
      (luma + y * Int(rows.0)).update(from: from + y * Int(source.0), count: width)
      guard y % 2 == 0 else { continue }
      for x in 0..<width / 2 {
        chroma[y / 2 * Int(rows.1) + 2 * x] = blue[y / 2 * Int(source.1) + x]
        chroma[y / 2 * Int(rows.1) + 2 * x + 1] = red[y / 2 * Int(source.2) + x]
      }
    }
    return copy
  }

  private func fail(_ failure: HardwareDecodingFailure) -> HardwareDecodingFailure {
    hasFailed = true
    return failure
  }

  private func checkUse() {
    if hasFailed { record.noteLateCall() }
  }
}
