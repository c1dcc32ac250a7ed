import CoreMedia
import CoreVideo
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline

/// The packets of a video composition: at each multiple of its frame duration, the frames that its tracks display there
/// are composed to one. Belongs to the reader's thread.
package final class VideoCompositionLane: CompositionPackets {
  /// One track with the frame displayed at the present time, and the one after it.
  private final class Input {
    let reader: CompositionVideoTrack
    var current: CompositionFrame?
    var next: CompositionFrame?
    /// Whether `next` has been read; nil is then the end of the track.
    var hasNext = false
    /// Whether the reader is at the present position.
    var isPlaced = false

    /// Creates an input at no position.
    init(_ reader: CompositionVideoTrack) { self.reader = reader }
  }

  let track: TrackInfo
  let compositor: any FrameCompositor
  private let control: CompositionControl
  /// The inputs by track identifier.
  private let inputs: [Int32: Input]
  /// The end of the composition.
  private let end: CMTime
  /// The number of the next frame.
  private var number: Int64 = 0
  /// The parameters of the last packet.
  private var parameters: (format: RawVideoFormat, value: StreamParameters)?

  /// Creates a lane at the beginning. `track`: the track that the packets belong to.
  package init(
    _ compositor: any FrameCompositor, _ composition: CompositionDescription, as track: TrackInfo,
    provider: any ByteSourceProvider, control: CompositionControl
  ) {
    self.compositor = compositor
    self.control = control
    self.track = track.composed(by: compositor)
    let end = composition.duration
    self.end = end
    let readers = composition.tracks.filter { $0.info.kind == .video }.map {
      ($0.info.trackID, Input(CompositionVideoTrack($0, end: end, provider: provider, control: control)))
    }
    inputs = Dictionary(readers) { first, _ in first }
  }

  /// Continues with the frame displayed at `time`. Reads nothing yet.
  package func seek(to time: CMTime) {
    let exact = time.seconds / compositor.frameDuration.seconds
    number = Int64(saturating: max(0, exact).rounded(.down))
    // The division is inexact: the frame displayed at the time begins at or before it.
    if self.time(of: number + 1) <= time { number += 1 }
    while number > 0, self.time(of: number) > time || self.time(of: number) >= end { number -= 1 }
    for input in inputs.values { input.isPlaced = false }
  }

  /// The time of a frame.
  private func time(of number: Int64) -> CMTime {
    let duration = compositor.frameDuration
    return CMTime(value: duration.value.multipliedSaturated(by: number), timescale: duration.timescale)
  }

  func next() throws(MediaError) -> Packet? {
    while let image = try nextImage() {
      if let packet = packet(of: image.buffer, at: image.time) { return packet }
    }
    return nil
  }

  /// The next composed frame with its time and duration; nil at the end. Blocks while frames are read and decoded.
  ///
  /// - Throws: `MediaError` if a frame cannot be made, or the read was cancelled.
  package func nextImage() throws(MediaError) -> (buffer: CVPixelBuffer, time: CMTime, duration: CMTime)? {
    while true {
      let now = time(of: number)
      guard now < end else { return nil }
      var frames: [Int32: VideoFrame] = [:]
      for identifier in Set(compositor.tracks(at: now) ?? Array(inputs.keys)) {
        guard let input = inputs[identifier] else { continue }
        if let frame = try frame(of: input, at: now) { frames[identifier] = frame }
      }
      let buffer = try compositor.compose(frames, at: now, isCancelled: { [control] in control.isCancelled })
      number += 1
      if let buffer { return (buffer, now, min(compositor.frameDuration, end - now)) }
    }
  }

  /// The frame that a track displays at a time; nil if it is empty there.
  private func frame(of input: Input, at time: CMTime) throws(MediaError) -> VideoFrame? {
    // A track that was not needed for a while is positioned again, unless reading on is near.
    let isFar = input.current.map { time - $0.time > CMTime(value: 2, timescale: 1) } ?? false
    if !input.isPlaced || (isFar && input.next.map { time - $0.time > CMTime(value: 2, timescale: 1) } ?? false) {
      input.reader.seek(to: time)
      (input.current, input.next, input.hasNext, input.isPlaced) = (nil, nil, false, true)
    }
    while true {
      if !input.hasNext {
        input.next = try input.reader.next()
        input.hasNext = true
      }
      guard let next = input.next, next.time <= time else { break }
      (input.current, input.next, input.hasNext) = (next, nil, false)
    }
    // After its end a track of a composition with several is empty.
    return time < input.reader.track.end ? input.current?.frame : nil
  }

  /// The packet of a composed frame; nil for a buffer in another format.
  private func packet(of buffer: CVPixelBuffer, at time: CMTime) -> Packet? {
    guard let kind = BufferFormat(CVPixelBufferGetPixelFormatType(buffer)) else { return nil }
    var color = ColorDescription.unspecified
    color.isFullRange = kind.isFullRange
    let format = RawVideoFormat(
      pixelFormat: kind.pixelFormat, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer),
      color: color)
    guard let parameters = parameters(for: format) else { return nil }
    let duration = min(compositor.frameDuration, end - time)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    return Packet(format: format, at: time, duration: duration, parameters: parameters) { bytes in
      var offset = 0
      for (index, plane) in format.planes.enumerated() {
        let target = UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + plane.byteCount])
        Self.copy(buffer, plane: index, to: target, bytesPerRow: plane.bytesPerRow)
        offset += plane.byteCount
      }
    }
  }

  /// Copies a plane without the padding of its rows.
  private static func copy(
    _ buffer: CVPixelBuffer, plane: Int, to target: UnsafeMutableRawBufferPointer, bytesPerRow: Int
  ) {
    guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane), bytesPerRow > 0 else { return }
    let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
    for row in 0..<target.count / bytesPerRow {
      UnsafeMutableRawBufferPointer(rebasing: target[row * bytesPerRow..<(row + 1) * bytesPerRow])
        .copyMemory(from: UnsafeRawBufferPointer(start: base + row * stride, count: bytesPerRow))
    }
  }

  /// The parameters for a format; the same object as long as the format does not change.
  private func parameters(for format: RawVideoFormat) -> StreamParameters? {
    if let parameters, parameters.format == format { return parameters.value }
    guard let made = StreamParameters(rawVideo: track, format: format) else { return nil }
    parameters = (format, made)
    return made
  }
}

extension TrackInfo {
  /// The track with the size and the frame rate of composed frames.
  package func composed(by compositor: any FrameCompositor) -> TrackInfo {
    var track = self
    let seconds = compositor.frameDuration.seconds
    track.video?.width = compositor.size.width
    track.video?.height = compositor.size.height
    track.video?.pixelAspect = .square
    track.video?.transform = .identity
    track.video?.frameRate = seconds > 0 ? 1 / seconds : 0
    track.video?.minFrameDuration = compositor.frameDuration
    track.video?.color = .unspecified
    return track
  }
}

/// The packets of the video of a composition. Belongs to the reader's thread.
protocol CompositionPackets: AnyObject {
  /// The track that the packets belong to.
  var track: TrackInfo { get }
  /// Moves to a time: the next packet has the frame displayed there.
  func seek(to time: CMTime)
  /// The next packet; nil at the end. Blocks while frames are read and decoded.
  ///
  /// - Throws: `MediaError` if a frame cannot be made, or the read was cancelled.
  func next() throws(MediaError) -> Packet?
}
