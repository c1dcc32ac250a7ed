import CoreMedia
import CoreVideo
import Foundation
import PlayheadCompositions
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// Sample buffers of the frames of a video composition, in presentation order. Used by one thread at a time.
final class ComposedSamples: SampleProducer {
  private let lane: VideoCompositionLane
  private let form: PixelBufferConverter.Request
  private let converter: PixelBufferConverter
  private let end: CMTime
  private let url: URL
  private var reader = VideoSampleReader()

  /// Creates a producer that begins with the frame displayed at the start of the range.
  init(
    _ lane: VideoCompositionLane, as form: PixelBufferConverter.Request, range: CMTimeRange, url: URL
  ) {
    (self.lane, self.form, self.url) = (lane, form, url)
    converter = PixelBufferConverter(form)
    end = range.end
    lane.seek(to: range.start)
  }

  func next() throws(MediaError) -> CMSampleBuffer? {
    guard let image = try lane.nextImage(), image.time < end else { return nil }
    let timing = CMSampleTimingInfo(
      duration: image.duration > .zero ? image.duration : .invalid, presentationTimeStamp: image.time,
      decodeTimeStamp: .invalid)
    guard let composed = Self.sample(image.buffer, timing),
      let buffer = isRequested(image.buffer) ? composed : converted(composed, timing)
    else { throw MediaError(.decodeFailed(codec: "rawvideo"), url: url) }
    return buffer
  }

  /// Whether a composed frame has the format and the size that the program requested.
  private func isRequested(_ image: CVPixelBuffer) -> Bool {
    (form.formats.isEmpty || form.formats.contains(CVPixelBufferGetPixelFormatType(image)))
      && (form.width ?? CVPixelBufferGetWidth(image)) == CVPixelBufferGetWidth(image)
      && (form.height ?? CVPixelBufferGetHeight(image)) == CVPixelBufferGetHeight(image)
  }

  private func converted(_ composed: CMSampleBuffer, _ timing: CMSampleTimingInfo) -> CMSampleBuffer? {
    guard case .frame(let frame)? = reader.samples(of: composed).first?.content else { return nil }
    return converter.buffer(of: frame).flatMap { Self.sample($0, timing) }
  }

  private static func sample(_ image: CVPixelBuffer, _ timing: CMSampleTimingInfo) -> CMSampleBuffer? {
    try? CMSampleBuffer(
      imageBuffer: image, formatDescription: CMFormatDescription(imageBuffer: image), sampleTiming: timing)
  }
}
