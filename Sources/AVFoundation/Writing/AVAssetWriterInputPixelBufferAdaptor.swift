import Foundation

/// Appends pixel buffers to a video input.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject, @unchecked Sendable {
  // Sendable: constants, of which the attributes are only returned.
  private let input: AVAssetWriterInput
  private let attributes: [String: Any]?

  /// Creates an adaptor for an input, which is not used otherwise.
  ///
  /// - Parameter sourcePixelBufferAttributes: The attributes of the buffers, for the program's own use.
  public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
    self.input = input
    attributes = sourcePixelBufferAttributes
    super.init()
  }

  /// The input.
  open var assetWriterInput: AVAssetWriterInput { input }

  /// The attributes with which the adaptor was created.
  open var sourcePixelBufferAttributes: [String: Any]? { attributes }

  /// Appends a frame. Blocks while it is encoded.
  ///
  /// - Parameter presentationTime: The time of the frame, after that of the frame before.
  /// - Returns: False if the frame could not be appended: the writer's `status` and `error` have the reason.
  open func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
    let timing = CMSampleTimingInfo(
      duration: .invalid, presentationTimeStamp: presentationTime, decodeTimeStamp: .invalid)
    let description = CMFormatDescription(imageBuffer: pixelBuffer)
    guard
      let buffer = try? CMSampleBuffer(
        imageBuffer: pixelBuffer, formatDescription: description, sampleTiming: timing)
    else { return false }
    return input.append(buffer)
  }
}
