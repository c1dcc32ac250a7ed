import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// The decoder of a video track and its feeding: packets in, frames out, errors counted.
///
/// The underlying decoder is replaced when the parameters of the packets change, and by pooled decoders. Belongs to the
/// video decoder thread.
package final class VideoPacketDecoder {
  /// The parameters of the packets; another object after a change of the variant.
  private(set) var parameters: StreamParameters
  /// The decoder in use.
  private var current: PooledDecoder
  /// The frame buffers of all decoders of the track, also of pooled ones.
  private let memory = FrameBufferPool()
  /// The deinterlacing of the item and its other filters, which may change at any time.
  private let deinterlacing: ItemDeinterlacing
  /// Whether interlaced frames may become two. A paused seek that was planned by packets, without the frames around its
  /// target, has one frame for each packet.
  private var mayDoubleRate = false
  /// Opens the hardware decoders of the track; nil for software only.
  private let hardware: HardwareDecoderSource?
  /// Records that the Dolby Vision metadata is invalid, once; nil afterwards.
  private var noteInvalidDolbyVision: (@Sendable () -> Void)?
  /// The item's URL, for errors.
  private let url: URL
  /// Delivers an event to the session.
  private let report: @Sendable (PipelineReport) -> Void
  /// Whether a track that cannot be decoded is reported: not during a speculative start.
  private var reportsFailures = true
  /// Consecutive errors without a decoded frame.
  private var failures = 0
  /// The packets and frames of the current start.
  private var outcome = DecodeOutcome()

  /// A second of video at 60 fps.
  private static let failureLimit = 60
  /// Frames depend on each other, so threads wait for each other: with two threads more than cores a seek takes a
  /// twelfth less time than with the usual one more. Further threads cost more memory than they save time.
  package static let threads = min(16, ProcessInfo.processInfo.activeProcessorCount + 2)

  /// Opens a decoder.
  ///
  /// - Throws: `MediaError` if no decoder for the codec exists, or it cannot be opened.
  init(
    _ parameters: StreamParameters, url: URL, options: VideoDecodingOptions,
    report: @escaping @Sendable (PipelineReport) -> Void
  ) throws(MediaError) {
    deinterlacing = options.deinterlacing
    hardware = options.makeHardwareSource()
    noteInvalidDolbyVision = options.noteInvalidDolbyVision
    current = try Self.open(parameters, memory, url, filters: options.deinterlacing.filters, hardware: hardware)
    self.parameters = parameters
    self.url = url
    self.report = report
  }

  /// Opens a decoder with shared frame buffers.
  private static func open(
    _ parameters: StreamParameters, _ memory: FrameBufferPool, _ url: URL, filters: VideoFilterSettings,
    hardware: HardwareDecoderSource?
  ) throws(MediaError) -> PooledDecoder {
    do throws(FFmpegError) {
      return try PooledDecoder(parameters, memory, filters: filters, hardware: hardware)
    } catch {
      let codec = parameters.track.codecName
      throw MediaError(
        error.operation == .openDecoder ? .noDecoder(codec: codec) : .decodeFailed(codec: codec), url: url,
        cause: error)
    }
  }

  // MARK: Starts

  /// Resets the counts for a start.
  func begin(_ start: PipelineStart) {
    mayDoubleRate = start.mode == .playback
    failures = 0
    outcome = DecodeOutcome()
    reportsFailures = !start.isSpeculative
  }

  /// Reports failures from now on: a paused seek has taken over the speculative start.
  func noteAdopted() { reportsFailures = true }

  /// Resets the decoder to continue at a sync sample near `time`.
  func flush(startingAt time: CMTime) { current.decoder.flush(startingAt: time) }

  // MARK: Packets and frames

  /// Sends a packet, and passes on the frames that become available, in presentation order.
  func decode(_ packet: Packet, skipsNonReference: Bool, output: (VideoFrame) -> Void) {
    outcome.packets += 1
    do throws(FFmpegError) {
      while try !send(packet, skipsNonReference: skipsNonReference) { receiveAll(output) }
    } catch {
      tolerate(error)
    }
    receiveAll(output)
  }

  /// Passes on the frames that the decoder still holds. It must be flushed before its next use.
  func drain(output: (VideoFrame) -> Void) {
    current.decoder.drain()
    receiveAll(output)
  }

  /// Replaces the decoder for another variant or a new timeline; the frames that it holds are passed on first.
  func change(to new: StreamParameters?, output: (VideoFrame) -> Void) {
    guard let new, new !== parameters else { return }
    defer { parameters = new }
    guard !new.continues(parameters) else { return }
    drain(output: output)
    do throws(FFmpegError) {
      current.decoder = try VideoDecoder(
        new, threads: Self.threads, memory: memory, filters: filters, hardware: hardware)
    } catch {
      report(.failed(MediaError(.noDecoder(codec: new.track.codecName), url: url, cause: error)))
    }
  }

  /// Passes on all frames that are ready. An error costs its own frame: others may follow, above all while the decoder
  /// is drained.
  private func receiveAll(_ output: (VideoFrame) -> Void) {
    for _ in 0..<Self.failureLimit {
      do throws(FFmpegError) {
        while let frame = try receive() {
          failures = 0
          outcome.frames += 1
          output(frame)
        }
        return
      } catch {
        tolerate(error)
      }
    }
  }

  /// The filters of the next frame.
  private var filters: VideoFilterSettings {
    var filters = deinterlacing.filters
    if !mayDoubleRate, filters.deinterlacing == .doubleRate { filters.deinterlacing = .automatic }
    return filters
  }

  // MARK: Single steps, for reverse playback

  /// Prepares the decoder for a GOP, which begins at a sync sample.
  func begin(_ group: ReverseGroup) {
    mayDoubleRate = group.doublesRate
    flush(startingAt: group.lower)
  }

  /// Sends a packet. False if frames must be received first.
  func send(_ packet: Packet, skipsNonReference: Bool) throws(FFmpegError) -> Bool {
    try current.decoder.send(packet, skipsNonReference: skipsNonReference)
  }

  /// The next frame; nil if more packets are needed or the decoder is drained.
  func receive() throws(FFmpegError) -> VideoFrame? {
    current.decoder.filters = filters
    let frame = try current.decoder.receive()
    if frame != nil { deinterlacing.noteFrame(isInterlaced: current.decoder.hasInterlacedFrames) }
    if case .invalid? = frame?.color.dolbyVision {
      noteInvalidDolbyVision?()
      noteInvalidDolbyVision = nil
    }
    return frame
  }

  /// Signals that no packet follows: the decoder outputs the frames that it holds.
  func noteLastPacket() { current.decoder.drain() }

  // MARK: Errors

  /// Counts an error. A damaged packet costs only its own frames; a long run of errors means that the track cannot be
  /// decoded.
  func tolerate(_ error: FFmpegError) {
    failures += 1
    outcome.error = error
    guard failures == Self.failureLimit, reportsFailures else { return }
    report(.failed(MediaError(.decodeFailed(codec: parameters.track.codecName), url: url, cause: error)))
  }

  /// The error if packets of the current start went in but no frame came out; otherwise nil.
  var failure: MediaError? { outcome.failure(of: parameters, url: url) }

  // MARK: Pooling

  /// The decoder in use, if a pool may take it. The caller then replaces it.
  ///
  /// Without the shared frame memory, each pooled decoder would hold as many frames as are cached.
  var poolable: PooledDecoder? {
    current.decoder.usesSharedPool && current.parameters === parameters ? current : nil
  }

  /// Continues with a newly opened decoder.
  func replaceByNewDecoder() throws(MediaError) {
    current = try Self.open(parameters, memory, url, filters: filters, hardware: hardware)
  }

  /// Continues with a pooled decoder and its parameters.
  func replace(by pooled: PooledDecoder) {
    current = pooled
    parameters = pooled.parameters
  }
}
