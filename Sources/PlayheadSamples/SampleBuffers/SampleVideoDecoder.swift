import CoreMedia
import PlayheadClock
import PlayheadFFmpeg
import PlayheadMedia

/// Decodes the compressed samples of a program. Used by one thread.
///
/// A program does not say when the last sample is enqueued. When the samples run out, the decoder is therefore drained
/// in time, and for samples that follow nevertheless it is restored: the samples since the last sync sample are decoded
/// again without output.
final class SampleVideoDecoder {
  /// A decoder and its parameters.
  private struct Opened: ~Copyable {
    var decoder: VideoDecoder
    let parameters: StreamParameters
  }

  private var opened: Opened?
  /// The samples since the last sync sample; nil if they are too many to be decoded again.
  private var group: [Packet]? = []
  private var groupBytes = 0
  /// Whether the decoder was drained: it accepts no samples before it is flushed.
  private var isDrained = false
  /// The times of the samples whose frames are not to be shown.
  private var hiddenTimes: Set<CMTime> = []
  /// The number of samples sent and of frames received.
  private var pending = 0
  /// The frame buffers, also of frames that are still shown.
  private let memory = FrameBufferPool()

  /// The limit of `group`: ten seconds of 4K.
  private static let groupLimit = 32 << 20

  /// Whether frames may be waiting inside of the decoder.
  var holdsFrames: Bool { pending > 0 && !isDrained && group != nil }
  /// The largest presentation time of the samples sent.
  private(set) var lastTime = CMTime.invalid

  /// Forgets everything: the next sample is a sync sample.
  func flush() {
    opened = nil
    group = []
    groupBytes = 0
    isDrained = false
    hiddenTimes = []
    pending = 0
    lastTime = .invalid
  }

  /// Decodes a sample and passes on the frames that become available.
  ///
  /// - Parameter isHidden: Whether the sample's frame is not passed on.
  func decode(
    _ packet: Packet, _ parameters: StreamParameters, isHidden: Bool, output: (VideoFrame) -> Void
  ) throws(SampleBufferError) {
    try open(parameters, output)
    if packet.isKey {
      if isDrained { restart(at: packet.presentationTime) }
      group = []
      groupBytes = 0
    } else if isDrained {
      try restore()
    }
    keep(packet)
    if isHidden { hiddenTimes.insert(packet.presentationTime) }
    if packet.presentationTime.isNumeric {
      lastTime = lastTime.isNumeric ? max(lastTime, packet.presentationTime) : packet.presentationTime
    }
    try send(packet, output)
    try receive(output)
  }

  /// Passes on the frames that are still inside of the decoder.
  func drain(output: (VideoFrame) -> Void) throws(SampleBufferError) {
    guard opened != nil, !isDrained else { return }
    isDrained = true
    opened?.decoder.drain()
    try receive(output)
    pending = 0
  }

  private func open(_ parameters: StreamParameters, _ output: (VideoFrame) -> Void) throws(SampleBufferError) {
    if let current = opened?.parameters, parameters.continues(current) { return }
    try drain(output: output)
    flush()
    let codec = parameters.track.codecName
    do throws(FFmpegError) {
      // Threads for whole frames would delay each frame by as many frames as there are threads. Only large frames need
      // them.
      let isLarge = (parameters.track.video.map { $0.width * $0.height } ?? 0) > 1920 * 1088
      let decoder = try VideoDecoder(parameters, threads: isLarge ? 4 : 1, memory: memory)
      opened = Opened(decoder: decoder, parameters: parameters)
    } catch {
      throw error.operation == .openDecoder
        ? .noDecoder(codec: codec, cause: error) : .decodeFailed(codec: codec, cause: error)
    }
  }

  private func restart(at time: CMTime) {
    opened?.decoder.flush(startingAt: time)
    isDrained = false
    pending = 0
  }

  /// Decodes the samples since the last sync sample again.
  private func restore() throws(SampleBufferError) {
    restart(at: group?.first?.presentationTime ?? .zero)
    for packet in group ?? [] { try send(packet) { _ in } }
    try receive { _ in }
    pending = 0
  }

  private func keep(_ packet: Packet) {
    groupBytes += packet.byteCount
    if groupBytes > Self.groupLimit { group = nil }
    group?.append(packet)
  }

  private func send(_ packet: Packet, _ output: (VideoFrame) -> Void) throws(SampleBufferError) {
    do throws(FFmpegError) {
      while try opened?.decoder.send(packet, skipsNonReference: false) == false {
        do throws(SampleBufferError) { try receive(output) } catch { throw FFmpegError(.decode, code: 0) }
      }
      pending += 1
    } catch {
      throw failure(error)
    }
  }

  private func receive(_ output: (VideoFrame) -> Void) throws(SampleBufferError) {
    do throws(FFmpegError) {
      while let frame = try opened?.decoder.receive() {
        pending = max(0, pending - 1)
        if hiddenTimes.remove(frame.presentationTime) == nil { output(frame) }
      }
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: FFmpegError) -> SampleBufferError {
    .decodeFailed(codec: opened?.parameters.track.codecName ?? "", cause: error)
  }
}
