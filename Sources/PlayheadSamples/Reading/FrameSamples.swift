import CoreMedia
import CoreVideo
import Foundation
import PlayheadCompositions
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// Sample buffers of decoded frames, in presentation order. Used by one thread at a time.
final class FrameSamples: SampleProducer {
  private let converter: PixelBufferConverter
  private let copies: Bool
  private let url: URL
  private let read: () throws(MediaError) -> CompositionFrame?
  /// The description of the last frame, which most frames share.
  private var description: CMFormatDescription?

  /// Creates a producer of the frames that `read` returns. `copies`: whether a program may change the buffers.
  init(
    _ form: PixelBufferConverter.Request, copies: Bool, url: URL,
    read: @escaping () throws(MediaError) -> CompositionFrame?
  ) {
    converter = PixelBufferConverter(form)
    self.copies = copies
    self.url = url
    self.read = read
  }

  func next() throws(MediaError) -> CMSampleBuffer? {
    // Empty segments of a composition have no frames.
    while let next = try read() {
      guard let frame = next.frame else { continue }
      guard let image = converter.buffer(of: frame, copies: copies) else {
        throw MediaError(.decodeFailed(codec: "rawvideo"), url: url)
      }
      if description?.matchesImageBuffer(image) != true { description = CMFormatDescription(imageBuffer: image) }
      guard let description else { continue }
      let timing = CMSampleTimingInfo(
        duration: next.duration > .zero ? next.duration : .invalid, presentationTimeStamp: next.time,
        decodeTimeStamp: .invalid)
      return try? CMSampleBuffer(imageBuffer: image, formatDescription: description, sampleTiming: timing)
    }
    return nil
  }
}
