import AVFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// The samples of a track, and what tests compare of them.
enum TrackSamples {
  /// Settings of 8-bit frames with two planes, in which `number` is read.
  static var biPlanar: [String: Any] {
    [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
  }

  /// Settings of 16-bit linear PCM.
  static var pcm: [String: Any] { [AVFormatIDKey: kAudioFormatLinearPCM] }

  /// All samples of the first track of a media type.
  static func read(_ asset: AVAsset, _ type: AVMediaType, _ settings: [String: Any]?) throws -> [CMSampleBuffer] {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: type).first), outputSettings: settings)
    reader.add(output)
    try #require(reader.startReading())
    return all(output)
  }

  /// All samples of an output.
  static func all(_ output: AVAssetReaderOutput) -> [CMSampleBuffer] {
    var result: [CMSampleBuffer] = []
    while let buffer = output.copyNextSampleBuffer() { result.append(buffer) }
    return result
  }

  /// The bytes of all samples.
  static func bytes(_ buffers: [CMSampleBuffer]) throws -> Data {
    var data = Data()
    for buffer in buffers { data += try buffer.dataBuffer?.dataBytes() ?? Data() }
    return data
  }

  /// The number drawn into a frame of a fixture.
  static func number(_ buffer: CMSampleBuffer) -> Int? {
    guard let image = buffer.imageBuffer, let base = CVPixelBufferGetBaseAddressOfPlane(image, 0) else { return nil }
    return FrameNumber.read(
      luma: base.assumingMemoryBound(to: UInt8.self), bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(image, 0),
      width: CVPixelBufferGetWidth(image))
  }
}
