import Foundation
import Synchronization

/// Appends pixel buffers to a video input.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject, @unchecked Sendable {
  // Sendable: constants, of which the attributes are only returned.
  private let input: AVAssetWriterInput
  private let attributes: [String: Any]?
  private let pool = Mutex(CVPixelBufferPool?.none)

  /// Creates an adaptor for an input, which is not used otherwise.
  ///
  /// - Parameters:
  ///   - input: The input of a writer to which the frames are appended.
  ///   - sourcePixelBufferAttributes: The attributes of the buffers of `pixelBufferPool`; nil for no pool. Without a
  ///     size they have that of the input's output settings, and without a pixel format 32-bit BGRA.
  public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
    self.input = input
    attributes = sourcePixelBufferAttributes
    super.init()
  }

  /// The input.
  open var assetWriterInput: AVAssetWriterInput { input }

  /// The attributes with which the adaptor was created.
  open var sourcePixelBufferAttributes: [String: Any]? { attributes }

  /// The pool of buffers to append; nil before writing starts, without attributes, and if they have no size.
  open var pixelBufferPool: CVPixelBufferPool? {
    guard var wanted = attributes, input.isWriting else { return nil }
    let settings = input.outputSettings ?? [:]
    for (key, setting) in [(kCVPixelBufferWidthKey, AVVideoWidthKey), (kCVPixelBufferHeightKey, AVVideoHeightKey)] {
      wanted[key] = wanted[key] ?? settings[setting]
    }
    wanted[kCVPixelBufferPixelFormatTypeKey] = wanted[kCVPixelBufferPixelFormatTypeKey] ?? kCVPixelFormatType_32BGRA
    var made: CVPixelBufferPool?
    CVPixelBufferPoolCreate(nil, nil, wanted, &made)
    let created = made
    return pool.withLock { pool in
      pool = pool ?? created
      return pool
    }
  }

  /// Appends a frame. Blocks while it is encoded.
  ///
  /// - Parameters:
  ///   - pixelBuffer: The frame.
  ///   - presentationTime: The time of the frame, after that of the frame before.
  /// - Returns: False if the frame could not be appended: the writer's `status` and `error` have the reason.
  @discardableResult
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
