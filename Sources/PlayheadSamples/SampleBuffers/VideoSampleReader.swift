import CoreMedia
import CoreVideo
import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadPipeline

/// Makes video samples of the buffers of a program. Used by one thread at a time.
package struct VideoSampleReader {
  /// The parameters of the last format, which most samples share.
  private var last: (format: CMFormatDescription, parameters: StreamParameters)?

  /// Creates a reader.
  package init() {}

  /// The samples of a buffer in their order.
  package mutating func samples(of buffer: CMSampleBuffer) -> [VideoSample] {
    let options = Self.options(of: buffer)
    if let image = buffer.imageBuffer {
      let attachments = buffer.sampleAttachments.first
      return [VideoSample(frame(image, buffer), options: options.union(Self.options(of: attachments)))]
    }
    guard buffer.numSamples > 0 else { return [VideoSample(.marker, options: options)] }
    guard let format = buffer.formatDescription, buffer.dataReadiness == .ready else {
      return [VideoSample(.failure(.invalidData))]
    }
    guard let parameters = parameters(of: format) else {
      return [VideoSample(.failure(.unsupportedFormat("\(format.mediaType) \(format.mediaSubType)")))]
    }
    do {
      return try compressed(buffer, parameters, options)
    } catch {
      return [VideoSample(.failure(.invalidData))]
    }
  }

  // MARK: Compressed samples

  private func compressed(
    _ buffer: CMSampleBuffer, _ parameters: StreamParameters, _ options: VideoSample.Options
  ) throws -> [VideoSample] {
    let attachments = buffer.sampleAttachments
    var samples: [VideoSample] = []
    let isSingle = buffer.numSamples == 1
    let parts = isSingle ? [buffer] : Array(try buffer.singleSampleBuffers())
    guard parts.count == buffer.numSamples else { throw SampleBufferError.invalidData }
    for (index, part) in parts.enumerated() {
      guard let data = part.dataBuffer else { throw SampleBufferError.invalidData }
      let flags = attachments.indices.contains(index) ? attachments[index] : nil
      // A single sample without a size has all bytes.
      let size = part.totalSampleSize
      guard size <= data.dataLength else { throw SampleBufferError.invalidData }
      let bytes = size > 0 ? data[0..<size] : data[...]
      let packet = try bytes.withContiguousStorage {
        Packet(
          copying: $0, presentationTime: part.presentationTimeStamp, decodeTime: part.decodeTimeStamp,
          duration: part.duration, isKey: flags?.isSet(.notSync) != true,
          isDiscardable: flags?.isSet(.isDependedOnByOthers) == false)
      }
      guard let packet, packet.byteCount > 0 else { throw SampleBufferError.invalidData }
      var own = Self.options(of: flags)
      if index == 0, options.contains(.resetsDecoder) { own.insert(.resetsDecoder) }
      if index == parts.count - 1, options.contains(.drains) { own.insert(.drains) }
      samples.append(VideoSample(.packet(packet, parameters), options: own))
    }
    return samples
  }

  private mutating func parameters(of format: CMFormatDescription) -> StreamParameters? {
    if let last, last.format === format || last.format == format { return last.parameters }
    guard format.mediaType == .video, let codec = MediaSubTypes.codecName(of: format.mediaSubType.rawValue) else {
      return nil
    }
    let size = format.dimensions
    let made = StreamParameters(
      codecName: codec, configuration: Self.configuration(of: format),
      video: TrackInfo.VideoInfo(
        width: Int(size.width), height: Int(size.height), pixelAspect: Self.aspect(of: format),
        transform: .identity, frameRate: 0, minFrameDuration: .invalid, color: .unspecified))
    if let made { last = (format, made) }
    return made
  }

  /// The content of the atom with the decoder configuration; empty without one.
  private static func configuration(of format: CMFormatDescription) -> [UInt8] {
    let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    guard let atoms = format.extensions[key] as? [String: Any] else { return [] }
    for name in ["avcC", "hvcC", "av1C", "esds"] {
      guard let data = (atoms[name] as? Data) ?? (atoms[name] as? [Data])?.first else { continue }
      return name == "esds" ? ElementaryStreamDescriptor.configuration(of: Array(data)) : Array(data)
    }
    return []
  }

  private static func aspect(of format: CMFormatDescription) -> PixelAspect {
    let size = format.presentationDimensions(usePixelAspectRatio: true, useCleanAperture: false)
    guard format.dimensions.width > 0, size.width > 0, size.width.isFinite else { return .square }
    let value = format.extensions[kCMFormatDescriptionExtension_PixelAspectRatio] as? CFDictionary
    func spacing(_ key: CFString) -> Int32? {
      (value?[key] as? Int).flatMap { Int32(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    }
    guard let horizontal = spacing(kCVImageBufferPixelAspectRatioHorizontalSpacingKey),
      let vertical = spacing(kCVImageBufferPixelAspectRatioVerticalSpacingKey)
    else { return .square }
    return PixelAspect(horizontal: horizontal, vertical: vertical)
  }

  // MARK: Decoded frames

  private func frame(_ image: CVImageBuffer, _ buffer: CMSampleBuffer) -> VideoSample.Content {
    let code = CVPixelBufferGetPixelFormatType(image)
    let (width, height) = (CVPixelBufferGetWidth(image), CVPixelBufferGetHeight(image))
    guard let format = BufferFormat(code), width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max)
    else {
      return .failure(.unsupportedFormat("\(CMFormatDescription.MediaSubType(rawValue: code))"))
    }
    var planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int)] = []
    for plane in 0..<max(1, CVPixelBufferGetPlaneCount(image)) {
      guard let base = CVPixelBufferGetBaseAddressOfPlane(image, plane) else { return .failure(.invalidData) }
      planes.append((base, CVPixelBufferGetBytesPerRowOfPlane(image, plane)))
    }
    let frame = VideoFrame.wrapping(
      planes: planes, width: width, height: height, format: format.pixelFormat,
      pixelAspect: buffer.formatDescription.map { Self.aspect(of: $0) } ?? .square,
      color: Self.color(of: image, isFullRange: format.isFullRange), presentationTime: buffer.presentationTimeStamp,
      duration: buffer.duration.isNumeric ? buffer.duration : .zero, owner: image)
    return frame.map { .frame($0) } ?? .failure(.invalidData)
  }

  private static func color(of image: CVImageBuffer, isFullRange: Bool) -> ColorDescription {
    func code(_ codes: ColorCodePoints, _ key: CFString) -> Int32 {
      codes.code(of: CVBufferCopyAttachment(image, key, nil) as? CFString)
    }
    return ColorDescription(
      primaries: code(.primaries, kCVImageBufferColorPrimariesKey),
      transfer: code(.transferFunctions, kCVImageBufferTransferFunctionKey),
      matrix: code(.matrices, kCVImageBufferYCbCrMatrixKey), isFullRange: isFullRange)
  }

  // MARK: Attachments

  private static func options(of attachments: CMSampleBuffer.PerSampleAttachmentsDictionary?) -> VideoSample.Options {
    var options: VideoSample.Options = []
    if attachments?.isSet(.displayImmediately) == true { options.insert(.displaysImmediately) }
    if attachments?.isSet(.doNotDisplay) == true { options.insert(.isHidden) }
    return options
  }

  private static func options(of buffer: CMSampleBuffer) -> VideoSample.Options {
    func isSet(_ key: CMSampleBuffer.AttachmentKey) -> Bool {
      let value = buffer.attachments[key]?.value
      return (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? false
    }
    var options: VideoSample.Options = []
    if isSet(.resetDecoderBeforeDecoding) { options.insert(.resetsDecoder) }
    if isSet(.drainAfterDecoding) { options.insert(.drains) }
    return options
  }
}
