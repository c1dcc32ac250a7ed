import CoreVideo
import PlayheadFFmpeg
import PlayheadMedia
import Synchronization

/// Converts frames to pixel buffers: without a copy where a client accepts the decoder's format, with one otherwise.
///
/// Buffers have the colours of their frames. Dolby Vision whose samples have no colours without its metadata is mapped
/// to sRGB in the formats that can have it.
///
/// Any thread may use it; conversions with a copy follow each other under a lock.
package final class PixelBufferConverter: Sendable {
  /// The formats and the size that a client accepts.
  package struct Request: Sendable {
    /// In order of preference; empty: the cheapest one.
    package var formats: [OSType]
    /// nil: the frame's own size.
    /// In pixels.
    package var width: Int?
    /// In pixels; nil: the frame's own height.
    package var height: Int?

    /// Creates a request; the default accepts every format at the frame's own size.
    package init(formats: [OSType] = [], width: Int? = nil, height: Int? = nil) {
      self.formats = formats
      self.width = width
      self.height = height
    }
  }

  /// The converters that are created once and used for all frames.
  private struct Tools: @unchecked Sendable {
    // Sendable: both are used only while the lock around this is held.
    let converter = FrameConverter()
    /// Maps frames to sRGB.
    let scaler = FrameScaler()
  }

  /// The formats and the size that every buffer of this converter has.
  private let request: Request
  /// Guards the converter, which is used by one thread at a time.
  private let tools = Mutex(Tools())

  /// Creates a converter to the requested formats and size.
  package init(_ request: Request) { self.request = request }

  /// Whether frames can be converted to a format.
  package static func canMake(_ format: OSType) -> Bool { BufferFormat(format) != nil }

  /// The frame in a requested format; nil if memory runs out or the frame cannot be converted. Blocks for the
  /// conversion. `copies`: whether the buffer has memory of its own in any case, which a program may change.
  package func buffer(of frame: VideoFrame, copies: Bool = false) -> CVPixelBuffer? {
    let (width, height) = (request.width ?? frame.width, request.height ?? frame.height)
    let native = BufferFormat(frame)
    if let native, width == frame.width, height == frame.height,
      request.formats.isEmpty || request.formats.contains(native.code),
      let buffer = copies ? copy(frame, as: native) : share(frame, as: native)
    {
      return describe(frame, frame.color, buffer)
    }
    let format = request.formats.lazy.compactMap { BufferFormat($0) }.first ?? .nearest(to: frame)
    let color = Self.mapping(of: frame, to: format) == nil ? frame.color : Self.sRGB
    return convert(frame, to: format, width: width, height: height).map { describe(frame, color, $0) }
  }

  /// Returns a buffer that uses the frame's own memory and retains the frame; nil if a plane has no memory.
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

  /// Returns a new buffer with the frame's samples; nil if it cannot be allocated, or a plane has no memory.
  private func copy(_ frame: VideoFrame, as format: BufferFormat) -> CVPixelBuffer? {
    var made: CVPixelBuffer?
    guard CVPixelBufferCreate(nil, frame.width, frame.height, format.code, nil, &made) == kCVReturnSuccess,
      let buffer = made
    else { return nil }
    for plane in 0..<frame.planeCount {
      guard let source = frame.baseAddress(ofPlane: plane),
        let target = CVPixelBufferGetBaseAddressOfPlane(buffer, plane)
      else { return nil }
      let (from, to) = (frame.bytesPerRow(ofPlane: plane), CVPixelBufferGetBytesPerRowOfPlane(buffer, plane))
      for row in 0..<frame.size(ofPlane: plane).height {
        UnsafeMutableRawPointer(target + row * to).copyMemory(from: source + row * from, byteCount: min(abs(from), to))
      }
    }
    return buffer
  }

  /// Returns a new buffer with the converted and scaled frame; nil if it cannot be allocated, or the conversion fails.
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
        if let mapping = Self.mapping(of: frame, to: format), let plane = planes.first {
          try tools.scaler.draw(
            frame, into: plane.base, bytesPerRow: plane.bytesPerRow, width: width, height: height,
            format: format.pixelFormat, isUpright: false, mapping: mapping)
        } else {
          try tools.converter.convert(
            frame, to: format.pixelFormat, width: width, height: height, planes: planes,
            isFullRange: format.isFullRange)
        }
        return true
      } catch {
        return false
      }
    }
    return isDone ? buffer : nil
  }

  /// The colours that a frame is mapped from: Dolby Vision in a format of four bytes that the scaler fills.
  private static func mapping(of frame: VideoFrame, to format: BufferFormat) -> ColorMapping.Source? {
    guard frame.color.dolbyVisionMapping != nil, [.bgra, .bgrx, .rgba].contains(format.pixelFormat) else { return nil }
    return ColorMapping.Source(frame.color)
  }

  /// The colours of mapped frames. The matrix is without a meaning.
  private static let sRGB = ColorDescription(primaries: 1, transfer: 13, matrix: 1, isFullRange: true)

  /// Attaches the color and pixel aspect descriptions.
  ///
  /// A code point without a Core Video string is left out, and so is a pixel aspect of 1:1.
  private func describe(_ frame: VideoFrame, _ color: ColorDescription, _ buffer: CVPixelBuffer) -> CVPixelBuffer {
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
package struct BufferFormat {
  /// The Core Video pixel format type.
  let code: OSType
  /// The pixel format of FFmpeg with the same memory layout.
  package let pixelFormat: PixelFormat
  /// Whether luma uses the full range of code values instead of the video range (16–235 in 8 bits). Always true for
  /// RGB.
  package let isFullRange: Bool

  /// All formats that can be converted to. The order is irrelevant.
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

  /// The format of a Core Video pixel format type; nil if frames cannot be converted to it.
  package init?(_ code: OSType) {
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
  ///
  /// RGB becomes 32-bit BGRA. Other formats become 4:2:0 with two planes, in 10 bits if the frame has more than 8, and
  /// with the frame's own range.
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
