import Foundation

/// Called when the caller's memory is no longer needed, with the reference and the address that were passed.
public typealias CVPixelBufferReleaseBytesCallback = (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// Called when the caller's planes are no longer needed, with the reference, the address and size of the whole block,
/// the number of planes, and their addresses, which are valid during the call.
public typealias CVPixelBufferReleasePlanarBytesCallback = (
  UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Void

/// Creates a pixel buffer with zeroed memory.
///
/// Rows and planes are aligned to 64 bytes unless the attributes specify other alignments. The attributes are returned
/// by `CVPixelBufferCopyCreationAttributes`.
///
/// - Returns: An error and no buffer for an unknown format, a size that is not positive or too large, an alignment that
///   is not a power of two, or a failed allocation.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  let attributes = pixelBufferAttributes ?? [:]
  guard let format = PixelFormat.named(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
  guard let rowAlignment = alignment(kCVPixelBufferBytesPerRowAlignmentKey, in: attributes),
    let planeAlignment = alignment(kCVPixelBufferPlaneAlignmentKey, in: attributes)
  else { return kCVReturnInvalidPixelBufferAttributes }
  guard
    let layout = PixelLayout(
      format: format, width: width, height: height, rowAlignment: rowAlignment, planeAlignment: planeAlignment)
  else { return kCVReturnInvalidSize }
  guard let memory = PixelMemory(byteCount: layout.byteCount, alignment: max(rowAlignment, planeAlignment)) else {
    return kCVReturnAllocationFailed
  }
  pixelBufferOut.pointee = CVPixelBuffer(
    pixelFormat: pixelFormatType, width: width, height: height, planes: layout.planes(in: memory.base),
    isPlanar: format.isPlanar, dataSize: layout.byteCount, attributes: attributes, owner: memory)
  return kCVReturnSuccess
}

/// Creates a pixel buffer for packed pixels in the caller's memory, without a copy.
///
/// The memory must stay valid until `releaseCallback` is called, once and on any thread, when the buffer is released.
/// It is not called if the creation fails.
///
/// - Returns: An error and no buffer for a planar or unknown format, a size that is not positive, or rows that are too
///   short.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int, _ releaseCallback: CVPixelBufferReleaseBytesCallback?,
  _ releaseRefCon: UnsafeMutableRawPointer?, _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  guard let format = PixelFormat.named(pixelFormatType), !format.isPlanar else { return kCVReturnInvalidPixelFormat }
  guard let layout = PixelLayout(format: format, width: width, height: height, rowAlignment: 1, planeAlignment: 1)
  else { return kCVReturnInvalidSize }
  let (byteCount, overflow) = bytesPerRow.multipliedReportingOverflow(by: height)
  guard bytesPerRow >= layout.planes[0].bytesPerRow, !overflow else { return kCVReturnInvalidArgument }
  pixelBufferOut.pointee = CVPixelBuffer(
    pixelFormat: pixelFormatType, width: width, height: height,
    planes: [CVBuffer.Plane(base: baseAddress, bytesPerRow: bytesPerRow, width: width, height: height)],
    isPlanar: false, dataSize: byteCount, attributes: pixelBufferAttributes ?? [:],
    owner: ReleaseCallback { releaseCallback?(releaseRefCon, baseAddress) })
  return kCVReturnSuccess
}

/// Creates a pixel buffer for planes in the caller's memory, without a copy.
///
/// `dataPtr` and `dataSize` describe the block that contains all planes, if there is one; they are only passed to the
/// callback and reported as the data size. The memory must stay valid until `releaseCallback` is called, once and on
/// any thread, when the buffer is released. It is not called if the creation fails.
///
/// - Returns: An error and no buffer if a plane has no address, a size is not positive, a row is too short, or the
///   number of planes is not that of the format.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
  _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
  _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
  _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  guard let format = PixelFormat.named(pixelFormatType), format.isPlanar else { return kCVReturnInvalidPixelFormat }
  guard (1...1 << 28).contains(width), (1...1 << 28).contains(height) else { return kCVReturnInvalidSize }
  guard numberOfPlanes == format.planes.count else { return kCVReturnInvalidArgument }
  let planes = (0..<numberOfPlanes).map {
    CVBuffer.Plane(
      base: planeBaseAddress[$0], bytesPerRow: planeBytesPerRow[$0], width: planeWidth[$0], height: planeHeight[$0])
  }
  guard zip(planes, format.planes).allSatisfy({ $0.isUsable(for: $1) }) else { return kCVReturnInvalidArgument }
  let addresses = planes.map { UnsafeRawPointer($0.base) }
  pixelBufferOut.pointee = CVPixelBuffer(
    pixelFormat: pixelFormatType, width: width, height: height, planes: planes, isPlanar: true,
    dataSize: dataPtr == nil ? planes.reduce(0) { $0 + $1.bytesPerRow * $1.height } : dataSize,
    attributes: pixelBufferAttributes ?? [:],
    owner: ReleaseCallback {
      var addresses = addresses
      releaseCallback?(releaseRefCon, dataPtr, dataSize, addresses.count, &addresses)
    })
  return kCVReturnSuccess
}

/// The attributes of the buffer's creation, and its width, height and pixel format.
public func CVPixelBufferCopyCreationAttributes(_ pixelBuffer: CVPixelBuffer) -> CFDictionary {
  pixelBuffer.creationAttributes
}

extension CVBuffer.Plane {
  /// Whether a plane of the caller is large enough for its samples.
  fileprivate func isUsable(for format: PixelFormat.Plane) -> Bool {
    let limit = 1 << 28
    return base != nil && (1...limit).contains(width) && (1...limit).contains(height)
      && (width * format.bytesPerPixel...limit * 32).contains(bytesPerRow)
  }
}

/// The alignment in the attributes; 64 if there is none, nil if it is not a power of two of at most 2^20.
private func alignment(_ key: CFString, in attributes: CFDictionary) -> Int? {
  guard let value = attributes[key] else { return 64 }
  guard let number = (value as? NSNumber)?.intValue ?? (value as? any BinaryInteger).flatMap({ Int(exactly: $0) }),
    number.isPowerOfTwo, number <= 1 << 20
  else { return nil }
  return number
}
