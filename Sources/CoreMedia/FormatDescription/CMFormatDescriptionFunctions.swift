import Foundation

// C functions for programs that use them instead of the properties.

/// Creates a description of media of any type.
@discardableResult
public func CMFormatDescriptionCreate(
  allocator: CFAllocator?, mediaType: CMMediaType, mediaSubType: FourCharCode, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = CMFormatDescription(
    mediaType: CMFormatDescription.MediaType(rawValue: mediaType),
    mediaSubType: CMFormatDescription.MediaSubType(rawValue: mediaSubType),
    extensions: CMFormatDescription.Extensions(base: extensions))
  return noErr
}

/// Creates a description of video; returns an error for a negative size.
@discardableResult
public func CMVideoFormatDescriptionCreate(
  allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  guard width >= 0, height >= 0 else { return kCMFormatDescriptionError_InvalidParameter }
  formatDescriptionOut.pointee = CMFormatDescription(
    video: CMFormatDescription.MediaSubType(rawValue: codecType),
    dimensions: CMVideoDimensions(width: width, height: height),
    extensions: CMFormatDescription.Extensions(base: extensions))
  return noErr
}

/// Creates a description of an image buffer, with its propagated attachments.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = CMFormatDescription(imageBuffer: imageBuffer)
  return noErr
}

/// The media type.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
  desc.mediaType.rawValue
}

/// The codec, or the pixel format.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
  desc.mediaSubType.rawValue
}

/// All extensions; nil if there are none.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
  desc.extensions.values.isEmpty ? nil : desc.extensions.values
}

/// The extension with a key; nil if there is none.
public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFPropertyList? {
  desc.extensions[extensionKey]
}

/// Whether two descriptions are both nil, or equal including extensions.
public func CMFormatDescriptionEqual(
  _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool {
  formatDescription == otherFormatDescription
}

/// The stored size of the frames; zero for other media.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
  videoDesc.dimensions
}

/// The display size of the frames, with or without the pixel aspect ratio and the clean aperture.
public func CMVideoFormatDescriptionGetPresentationDimensions(
  _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
  videoDesc.presentationDimensions(usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
}

/// The visible part of the frames (clean aperture), relative to the top left or the bottom left corner.
public func CMVideoFormatDescriptionGetCleanAperture(
  _ videoDesc: CMVideoFormatDescription, originIsAtTopLeft: Bool
) -> CGRect {
  videoDesc.cleanAperture(originIsAtTopLeft: originIsAtTopLeft)
}

/// Whether a description matches an image buffer.
public func CMVideoFormatDescriptionMatchesImageBuffer(
  _ desc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool {
  desc.matchesImageBuffer(imageBuffer)
}

/// The basic description of audio, valid as long as the description; nil for other media.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
  desc.basicDescription.map { UnsafePointer($0) }
}
