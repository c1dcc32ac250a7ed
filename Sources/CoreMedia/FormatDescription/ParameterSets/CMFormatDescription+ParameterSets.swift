import Foundation

extension CMFormatDescription {
  /// The parameter sets of H.264 or H.265 video.
  public struct ParameterSetCollection: RandomAccessCollection, Sendable {
    let sets: [StableBytes]

    /// 0.
    public var startIndex: Int { 0 }

    /// The number of sets.
    public var endIndex: Int { sets.count }

    /// A set without start code or length.
    public subscript(position: Int) -> Data { Data(sets[position].bytes) }
  }

  /// Creates a description of H.264 video from its sequence and picture parameter sets, without start codes.
  ///
  /// `nalUnitHeaderLength` is the number of bytes of the length before each NAL unit of the samples: 1, 2 or 4.
  ///
  /// Throws `Error.invalidParameter`, or an error with the code `kCMFormatDescriptionBridgeError_InvalidParameter` for
  /// sets that are missing or damaged.
  public convenience init(h264ParameterSets parameterSets: [Data], nalUnitHeaderLength: Int = 4) throws {
    try Self.check(nalUnitHeaderLength)
    guard let made = DecoderConfiguration.avc(parameterSets, lengthSize: nalUnitHeaderLength) else {
      throw mediaError(kCMFormatDescriptionBridgeError_InvalidParameter)
    }
    self.init(.h264, made.video, atom: "avcC", made.data, Extensions())
  }

  /// Creates a description of H.265 video from its video, sequence and picture parameter sets, without start codes.
  ///
  /// `nalUnitHeaderLength` is the number of bytes of the length before each NAL unit of the samples: 1, 2 or 4.
  ///
  /// Throws `Error.invalidParameter`, or an error with the code `kCMFormatDescriptionBridgeError_InvalidParameter` for
  /// sets that are missing or damaged.
  public convenience init(
    hevcParameterSets parameterSets: [Data], nalUnitHeaderLength: Int = 4, extensions: Extensions = Extensions()
  ) throws {
    try Self.check(nalUnitHeaderLength)
    guard let made = DecoderConfiguration.hevc(parameterSets, lengthSize: nalUnitHeaderLength) else {
      throw mediaError(kCMFormatDescriptionBridgeError_InvalidParameter)
    }
    self.init(.hevc, made.video, atom: "hvcC", made.data, extensions)
  }

  private static func check(_ length: Int) throws {
    guard [1, 2, 4].contains(length) else { throw Error.invalidParameter }
  }

  private convenience init(
    _ codec: MediaSubType, _ video: SequenceParameters, atom: String, _ data: Data, _ extensions: Extensions
  ) {
    var values = video.extensions.merging(extensions.values) { $1 }
    values[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] = [atom: data]
    self.init(
      video: codec,
      dimensions: CMVideoDimensions(width: Int32(clamping: video.width), height: Int32(clamping: video.height)),
      extensions: Extensions(base: values))
  }

  /// The parameter sets; empty for other formats, and if the configuration is damaged.
  public var parameterSets: ParameterSetCollection { ParameterSetCollection(sets: parameterSetMemory) }

  /// The number of bytes of the length before each NAL unit; nil for other formats.
  public var nalUnitHeaderLength: Int? { decoderConfiguration?.lengthSize }

  /// The decoder configuration of H.264 or H.265 in the extensions.
  var decoderConfiguration: DecoderConfiguration? {
    let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    guard mediaType == .video, let atoms = extensions[key] as? [String: Any] else { return nil }
    if let data = atoms["avcC"] as? Data { return DecoderConfiguration(avc: data) }
    if let data = atoms["hvcC"] as? Data { return DecoderConfiguration(hevc: data) }
    return nil
  }

  /// Whether the format is one of H.264's.
  fileprivate var isAVC: Bool { [MediaSubType.h264.rawValue, 0x6176_6333].contains(mediaSubType.rawValue) }
}

extension SequenceParameters {
  /// The declared properties as extensions.
  fileprivate var extensions: [CFString: CFPropertyList] {
    var values: [CFString: CFPropertyList] = [:]
    if let isFullRange { values[kCMFormatDescriptionExtension_FullRangeVideo] = isFullRange }
    if let aspect = pixelAspect, aspect.horizontal != aspect.vertical {
      values[kCMFormatDescriptionExtension_PixelAspectRatio] =
        [
          kCVImageBufferPixelAspectRatioHorizontalSpacingKey: aspect.horizontal,
          kCVImageBufferPixelAspectRatioVerticalSpacingKey: aspect.vertical,
        ] as CFDictionary
    }
    if let colors {
      values[kCMFormatDescriptionExtension_ColorPrimaries] = ColorCodePoints.primaries.string(of: colors.primaries)
      values[kCMFormatDescriptionExtension_TransferFunction] = ColorCodePoints.transferFunctions.string(
        of: colors.transfer)
      values[kCMFormatDescriptionExtension_YCbCrMatrix] = ColorCodePoints.matrices.string(of: colors.matrix)
    }
    return values
  }
}

// MARK: C functions

/// Creates a description of H.264 video from its parameter sets.
@discardableResult
public func CMVideoFormatDescriptionCreateFromH264ParameterSets(
  allocator: CFAllocator?, parameterSetCount: Int, parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
  parameterSetSizes: UnsafePointer<Int>, nalUnitHeaderLength NALUnitHeaderLength: Int32,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  return status {
    let sets = try parameterSets(parameterSetCount, parameterSetPointers, parameterSetSizes)
    formatDescriptionOut.pointee = try CMFormatDescription(
      h264ParameterSets: sets, nalUnitHeaderLength: Int(NALUnitHeaderLength))
  }
}

/// Creates a description of H.265 video from its parameter sets.
@discardableResult
public func CMVideoFormatDescriptionCreateFromHEVCParameterSets(
  allocator: CFAllocator?, parameterSetCount: Int, parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
  parameterSetSizes: UnsafePointer<Int>, nalUnitHeaderLength NALUnitHeaderLength: Int32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  return status {
    let sets = try parameterSets(parameterSetCount, parameterSetPointers, parameterSetSizes)
    formatDescriptionOut.pointee = try CMFormatDescription(
      hevcParameterSets: sets, nalUnitHeaderLength: Int(NALUnitHeaderLength),
      extensions: CMFormatDescription.Extensions(base: extensions))
  }
}

/// Copies parameter sets of a program.
private func parameterSets(
  _ count: Int, _ pointers: UnsafePointer<UnsafePointer<UInt8>>, _ sizes: UnsafePointer<Int>
) throws -> [Data] {
  // hvcC counts sets in a byte; more than a few never occur.
  guard (1...255).contains(count) else { throw mediaError(kCMFormatDescriptionBridgeError_InvalidParameter) }
  return try (0..<count).map { index in
    guard (1...0xFFFF).contains(sizes[index]) else {
      throw mediaError(kCMFormatDescriptionBridgeError_InvalidParameter)
    }
    return Data(bytes: pointers[index], count: sizes[index])
  }
}

/// Gives a parameter set of H.264 video, valid as long as the description, with the number of sets.
@discardableResult
public func CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
  _ videoDesc: CMFormatDescription, parameterSetIndex: Int,
  parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  parameterSetSizeOut: UnsafeMutablePointer<Int>?, parameterSetCountOut: UnsafeMutablePointer<Int>?,
  nalUnitHeaderLengthOut NALUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  guard videoDesc.isAVC else { return kCMFormatDescriptionError_InvalidParameter }
  return give(
    videoDesc, parameterSetIndex, parameterSetPointerOut, parameterSetSizeOut, parameterSetCountOut,
    NALUnitHeaderLengthOut)
}

/// Gives a parameter set of H.265 video, valid as long as the description, with the number of sets.
@discardableResult
public func CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
  _ videoDesc: CMFormatDescription, parameterSetIndex: Int,
  parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  parameterSetSizeOut: UnsafeMutablePointer<Int>?, parameterSetCountOut: UnsafeMutablePointer<Int>?,
  nalUnitHeaderLengthOut NALUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  guard !videoDesc.isAVC else { return kCMFormatDescriptionError_InvalidParameter }
  return give(
    videoDesc, parameterSetIndex, parameterSetPointerOut, parameterSetSizeOut, parameterSetCountOut,
    NALUnitHeaderLengthOut)
}

private func give(
  _ description: CMFormatDescription, _ index: Int, _ pointer: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ size: UnsafeMutablePointer<Int>?, _ count: UnsafeMutablePointer<Int>?, _ length: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  let sets = description.parameterSetMemory
  guard let header = description.nalUnitHeaderLength, !sets.isEmpty else {
    return kCMFormatDescriptionError_ValueNotAvailable
  }
  count?.pointee = sets.count
  length?.pointee = Int32(header)
  guard pointer != nil || size != nil else { return noErr }
  guard sets.indices.contains(index) else { return kCMFormatDescriptionError_InvalidParameter }
  pointer?.pointee = sets[index].bytes.bindMemory(to: UInt8.self).baseAddress
  size?.pointee = sets[index].bytes.count
  return noErr
}
