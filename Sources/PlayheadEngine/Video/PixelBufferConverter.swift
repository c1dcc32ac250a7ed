import CoreVideo
import PlayheadFFmpeg
import Synchronization

/// Converts frames to pixel buffers: without a copy where a client accepts the decoder's format, with one otherwise.
package final class PixelBufferConverter: Sendable {
  /// The formats and the size that a client accepts.
  package struct Request: Sendable {
    /// In order of preference; empty: the cheapest one.
    package var formats: [OSType]
    /// nil: the frame's own size.
    package var width: Int?
    package var height: Int?

    package init(formats: [OSType] = [], width: Int? = nil, height: Int? = nil) {
      self.formats = formats
      self.width = width
      self.height = height
    }
  }

  private struct Tools: @unchecked Sendable {
    // Sendable: the converter is used only while the lock around this is held.
    let converter = FrameConverter()
  }

  private let request: Request
  private let tools = Mutex(Tools())

  /// Creates a converter to the requested formats and size.
  package init(_ request: Request) { self.request = request }

  /// Whether frames can be converted to a format.
  package static func canMake(_ format: OSType) -> Bool { BufferFormat(format) != nil }

  /// The frame in a requested format; nil if memory runs out or the frame cannot be converted. Blocks for the
  /// conversion.
  package func buffer(of frame: VideoFrame) -> CVPixelBuffer? {
    let (width, height) = (request.width ?? frame.width, request.height ?? frame.height)
    let native = BufferFormat(frame)
    if let native, width == frame.width, height == frame.height,
      request.formats.isEmpty || request.formats.contains(native.code),
      let buffer = share(frame, as: native)
    {
      return describe(frame, buffer)
    }
    let format = request.formats.lazy.compactMap { BufferFormat($0) }.first ?? .nearest(to: frame)
    return convert(frame, to: format, width: width, height: height).map { describe(frame, $0) }
  }

  private func share(_ frame: VideoFrame, as format: BufferFormat) -> CVPixelBuffer? {
    var planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int)] = []
    for plane in 0..<frame.planeCount {
      guard let base = frame.baseAddress(ofPlane: plane) else { return nil }
      let size = frame.size(ofPlane: plane)
      planes.append((UnsafeMutableRawPointer(base), frame.bytesPerRow(ofPlane: plane), size.width, size.height))
    }
    return CVPixelBuffer(
      pixelFormat: format.code, width: frame.width, height: frame.height, planes: planes, owner: frame)
  }

  private func convert(_ frame: VideoFrame, to format: BufferFormat, width: Int, height: Int) -> CVPixelBuffer? {
    var made: CVPixelBuffer?
    guard CVPixelBufferCreate(nil, width, height, format.code, nil, &made) == kCVReturnSuccess, let buffer = made else {
      return nil
    }
    var planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int)] = []
    for plane in 0..<max(1, CVPixelBufferGetPlaneCount(buffer)) {
      guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane) else { return nil }
      planes.append((base, CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)))
    }
    let isDone = tools.withLock { tools in
      do throws(FFmpegError) {
        try tools.converter.convert(
          frame, to: format.pixelFormat, width: width, height: height, planes: planes, isFullRange: format.isFullRange)
        return true
      } catch {
        return false
      }
    }
    return isDone ? buffer : nil
  }

  /// Attaches the color and pixel aspect descriptions.
  private func describe(_ frame: VideoFrame, _ buffer: CVPixelBuffer) -> CVPixelBuffer {
    let color = frame.color
    let matrix = color.resolvedMatrix(height: frame.height)
    for (key, value) in [
      (kCVImageBufferYCbCrMatrixKey, ColorCodePoints.matrices.string(of: matrix)),
      (kCVImageBufferColorPrimariesKey, ColorCodePoints.primaries.string(of: color.primaries)),
      (kCVImageBufferTransferFunctionKey, ColorCodePoints.transferFunctions.string(of: color.transfer)),
    ] {
      if let value { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
    }
    if frame.pixelAspect != .square {
      let aspect: CFDictionary = [
        kCVImageBufferPixelAspectRatioHorizontalSpacingKey: Int(frame.pixelAspect.horizontal),
        kCVImageBufferPixelAspectRatioVerticalSpacingKey: Int(frame.pixelAspect.vertical),
      ]
      CVBufferSetAttachment(buffer, kCVImageBufferPixelAspectRatioKey, aspect, .shouldPropagate)
    }
    return buffer
  }
}

/// A pixel buffer format that FFmpeg can fill.
struct BufferFormat {
  let code: OSType
  let pixelFormat: PixelFormat
  let isFullRange: Bool

  private static let all: [BufferFormat] = [
    BufferFormat(kCVPixelFormatType_420YpCbCr8Planar, .yuv420p, false),
    BufferFormat(kCVPixelFormatType_420YpCbCr8PlanarFullRange, .yuv420p, true),
    BufferFormat(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, .nv12, false),
    BufferFormat(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .nv12, true),
    BufferFormat(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, .p010, false),
    BufferFormat(kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, .p010, true),
    BufferFormat(kCVPixelFormatType_32BGRA, .bgra, true),
    BufferFormat(kCVPixelFormatType_32RGBA, .rgba, true),
    BufferFormat(kCVPixelFormatType_32ARGB, .argb, true),
  ]

  private init(_ code: OSType, _ pixelFormat: PixelFormat, _ isFullRange: Bool) {
    self.code = code
    self.pixelFormat = pixelFormat
    self.isFullRange = isFullRange
  }

  init?(_ code: OSType) {
    guard let found = Self.all.first(where: { $0.code == code }) else { return nil }
    self = found
  }

  /// The format of the frame's memory; nil if no pixel buffer format matches.
  init?(_ frame: VideoFrame) {
    let format: PixelFormat = frame.pixelFormat == .yuvj420p ? .yuv420p : frame.pixelFormat
    let isFull = frame.color.isFullRange || format.isRGB
    guard let found = Self.all.first(where: { $0.pixelFormat == format && $0.isFullRange == isFull }) else {
      return nil
    }
    self = found
  }

  /// The format with the least loss.
  static func nearest(to frame: VideoFrame) -> BufferFormat {
    let isFull = frame.color.isFullRange
    if frame.pixelFormat.isRGB { return BufferFormat(kCVPixelFormatType_32BGRA, .bgra, true) }
    if frame.pixelFormat.bitDepth > 8 {
      return isFull
        ? BufferFormat(kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, .p010, true)
        : BufferFormat(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, .p010, false)
    }
    return isFull
      ? BufferFormat(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .nv12, true)
      : BufferFormat(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, .nv12, false)
  }
}
