import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadNetworking
import Testing

@testable import PlayheadFFmpeg

extension VideoFrame {
  /// Decodes the frames of a file in presentation order.
  static func all(of file: URL) throws -> [VideoFrame] {
    var demuxer = try Demuxer(source: FileByteSource(path: file.path), probesFully: true)
    let stream = demuxer.parameters(ofStream: 0)
    var decoder = try VideoDecoder(#require(stream), threads: 1)
    var frames: [VideoFrame] = []
    while let packet = try demuxer.readPacket() {
      _ = try decoder.send(packet, skipsNonReference: false)
      while let frame = try decoder.receive() { frames.append(frame) }
    }
    decoder.drain()
    while let frame = try decoder.receive() { frames.append(frame) }
    return frames
  }
}

/// The times and the luma of a decoded frame.
struct DecodedFrame: Equatable {
  /// The presentation time.
  var time: CMTime
  /// The duration.
  var duration: CMTime
  /// The luma samples, row by row without padding; two bytes each with more than 8 bits.
  var luma: [UInt8]
  /// The pixel format.
  var format: PixelFormat

  /// Copies a frame.
  init(_ frame: VideoFrame) {
    (time, duration, format) = (frame.presentationTime, frame.duration, frame.pixelFormat)
    let (row, bytes) = (frame.bytesPerRow(ofPlane: 0), frame.width * (frame.pixelFormat.bitDepth > 8 ? 2 : 1))
    luma =
      frame.baseAddress(ofPlane: 0).map { base in
        (0..<frame.height).flatMap { y in UnsafeBufferPointer(start: base + y * row, count: bytes) }
      } ?? []
  }

  /// Decodes the frames of a file in presentation order.
  ///
  /// - Parameters:
  ///   - deinterlacing: What is done about interlaced frames.
  ///   - skips: Whether frames that no other refers to may be left out.
  ///   - time: The decoder begins with the first packet that is not before this time.
  static func all(
    of file: URL, _ deinterlacing: VideoFilterSettings.Deinterlacing, skips: Bool = false,
    from time: CMTime = .negativeInfinity
  ) throws -> [DecodedFrame] {
    var demuxer = try Demuxer(source: FileByteSource(path: file.path), probesFully: true)
    let stream = demuxer.parameters(ofStream: 0)
    var decoder = try VideoDecoder(
      #require(stream), threads: 1, filters: VideoFilterSettings(deinterlacing: deinterlacing))
    var frames: [DecodedFrame] = []
    var hasBegun = false
    while let packet = try demuxer.readPacket() {
      hasBegun = hasBegun || !(packet.presentationTime < time)
      guard hasBegun else { continue }
      while try !decoder.send(packet, skipsNonReference: skips) {
        while let frame = try decoder.receive() { frames.append(DecodedFrame(frame)) }
      }
      while let frame = try decoder.receive() { frames.append(DecodedFrame(frame)) }
    }
    decoder.drain()
    while let frame = try decoder.receive() { frames.append(DecodedFrame(frame)) }
    return frames
  }
}
