import Foundation
import PlayheadFFmpeg
import PlayheadMedia

/// Decodes the frames of an image file in memory. Used by one thread, once.
final class ImageReader {
  /// The reader of the packets; its position is shared by `count` and `frame`, so that each reader serves one call.
  private var demuxer: Demuxer
  /// The parameters of the first video stream that can be decoded.
  private let parameters: StreamParameters

  /// Fails where there is no image that can be decoded.
  init?(_ data: Data) throws(DemuxError) {
    var demuxer = try Demuxer(source: ImageBytes(data))
    let track = demuxer.info.tracks.first { $0.kind == .video && $0.isDecodable }
    guard let track, let parameters = demuxer.parameters(ofStream: track.index) else { return nil }
    demuxer.setActiveStreams([track.index])
    self.demuxer = demuxer
    self.parameters = parameters
  }

  /// FFmpeg's name of the codec, which identifies the type of the file.
  var codecName: String { parameters.track.codecName }

  /// The number of images, at most `limit`.
  func count(limit: Int) -> Int {
    var count = 0
    while count < limit, let packet = try? demuxer.readPacket() {
      if packet.streamIndex == parameters.track.index { count += 1 }
    }
    return count
  }

  /// Decodes the frame at `index`, and those before it. `pixelLimit`: larger frames are not decoded.
  ///
  /// - Returns: nil if there are fewer images.
  /// - Throws: An error of the demuxer or the decoder.
  func frame(_ index: Int, pixelLimit: Int? = nil) throws -> VideoFrame? {
    var decoder = try VideoDecoder(parameters, threads: 1, pixelLimit: pixelLimit)
    var number = 0
    func next(_ decoder: inout VideoDecoder) throws -> VideoFrame? {
      while let frame = try decoder.receive() {
        defer { number += 1 }
        if number == index { return frame }
      }
      return nil
    }
    while let packet = try demuxer.readPacket() {
      guard packet.streamIndex == parameters.track.index else { continue }
      while try !decoder.send(packet, skipsNonReference: false) {
        if let frame = try next(&decoder) { return frame }
      }
      if let frame = try next(&decoder) { return frame }
    }
    decoder.drain()
    return try next(&decoder)
  }
}
