import CoreMedia
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// The packets of one video track of a composition: each is an uncompressed frame. Belongs to the reader's thread.
final class CompositionVideoLane: CompositionPackets {
  /// The track that the packets belong to.
  let track: TrackInfo
  private let frames: CompositionVideoTrack
  private let scaler = FrameScaler()
  /// The parameters of the last packet.
  private var parameters: (format: RawVideoFormat, value: StreamParameters)?

  /// Creates a lane at the beginning.
  init(
    _ track: CompositionDescription.Track, end: CMTime, provider: any ByteSourceProvider, control: CompositionControl
  ) {
    self.track = track.info
    frames = CompositionVideoTrack(track, end: end, provider: provider, control: control)
  }

  /// The parameters of a track before its first frame: those of a black frame.
  static func parameters(of track: TrackInfo) -> StreamParameters? {
    StreamParameters(rawVideo: track, format: blackFormat(of: track))
  }

  /// The format of black frames: the size of the track, in 4:2:0.
  private static func blackFormat(of track: TrackInfo) -> RawVideoFormat {
    let (width, height) = (track.video?.width ?? 0, track.video?.height ?? 0)
    return RawVideoFormat(
      pixelFormat: .yuv420p, width: width > 0 ? min(width, 16_384) : 1280,
      height: height > 0 ? min(height, 16_384) : 720,
      pixelAspect: track.video?.pixelAspect ?? .square, transform: track.video?.transform ?? .identity)
  }

  /// Moves to a time: the next packet has the frame displayed there.
  func seek(to time: CMTime) { frames.seek(to: time) }

  /// The next packet; nil at the end. Blocks while a frame is read and decoded.
  ///
  /// - Throws: `MediaError` if a source cannot be opened, read or decoded, or the read was cancelled.
  func next() throws(MediaError) -> Packet? {
    while let frame = try frames.next() {
      if let packet = packet(of: frame) { return packet }
    }
    return nil
  }

  /// The packet of a frame; nil if it cannot be converted.
  private func packet(of frame: CompositionFrame) -> Packet? {
    let transform = track.video?.transform ?? .identity
    let format = frame.frame.map { RawVideoFormat($0, transform: transform) } ?? Self.blackFormat(of: track)
    guard let parameters = parameters(for: format) else { return nil }
    guard let decoded = frame.frame else {
      let luma = format.planes.first?.byteCount ?? 0
      return Packet(format: format, at: frame.time, duration: frame.duration, parameters: parameters) { bytes in
        UnsafeMutableRawBufferPointer(rebasing: bytes[..<luma]).initializeMemory(as: UInt8.self, repeating: 16)
        UnsafeMutableRawBufferPointer(rebasing: bytes[luma...]).initializeMemory(as: UInt8.self, repeating: 128)
      }
    }
    return Packet(
      frame: decoded, as: format, at: frame.time, duration: frame.duration, parameters: parameters, scaler: scaler)
  }

  /// The parameters for a format; the same object as long as the format does not change.
  private func parameters(for format: RawVideoFormat) -> StreamParameters? {
    if let parameters, parameters.format == format { return parameters.value }
    guard let made = StreamParameters(rawVideo: track, format: format) else { return nil }
    parameters = (format, made)
    return made
  }
}
