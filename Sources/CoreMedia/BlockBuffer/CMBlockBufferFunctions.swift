import Foundation

// C functions for programs that use them instead of the methods.

/// Functions that allocate and free the memory of a block.
public struct CMBlockBufferCustomBlockSource {
  /// `kCMBlockBufferCustomBlockSourceVersion`.
  public var version: UInt32

  /// Allocates memory, given `refCon` and the size; nil: memory of the default allocator.
  public var AllocateBlock: ((UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?

  /// Frees memory, given `refCon`, the memory and its size.
  public var FreeBlock: ((UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?

  /// A value for both functions.
  public var refCon: UnsafeMutableRawPointer?

  /// Creates a source without functions.
  public init() { self.init(version: 0, AllocateBlock: nil, FreeBlock: nil, refCon: nil) }

  /// Creates a source.
  public init(
    version: UInt32, AllocateBlock: ((UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?,
    FreeBlock: ((UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?, refCon: UnsafeMutableRawPointer?
  ) {
    self.version = version
    self.AllocateBlock = AllocateBlock
    self.FreeBlock = FreeBlock
    self.refCon = refCon
  }
}

/// The version of `CMBlockBufferCustomBlockSource`.
public let kCMBlockBufferCustomBlockSourceVersion: UInt32 = 0

/// Creates an empty buffer.
@discardableResult
public func CMBlockBufferCreateEmpty(
  allocator structureAllocator: CFAllocator?, capacity subBlockCapacity: UInt32, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.pointee = CMBlockBuffer([])
  return noErr
}

/// Creates a buffer with a part of existing or, where `memoryBlock` is nil, of new memory.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
  allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.pointee = nil
  let made = CMBlockBuffer([])
  let result = CMBlockBufferAppendMemoryBlock(
    made, memoryBlock: memoryBlock, length: blockLength, blockAllocator: blockAllocator,
    customBlockSource: customBlockSource, offsetToData: offsetToData, dataLength: dataLength, flags: flags)
  if result == noErr { blockBufferOut.pointee = made }
  return result
}

/// Creates a buffer that shares a part of another one.
@discardableResult
public func CMBlockBufferCreateWithBufferReference(
  allocator structureAllocator: CFAllocator?, referenceBuffer bufferReference: CMBlockBuffer, offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.pointee = nil
  return status {
    let part = try reference(bufferReference, offsetToData, dataLength)
    blockBufferOut.pointee = try CMBlockBuffer(
      bufferReference: part, flags: CMBlockBuffer.Flags(rawValue: flags))
  }
}

/// Creates a buffer with a part of another one in a single block.
@discardableResult
public func CMBlockBufferCreateContiguous(
  allocator structureAllocator: CFAllocator?, sourceBuffer: CMBlockBuffer, blockAllocator: CFAllocator?,
  customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int, dataLength: Int,
  flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.pointee = nil
  return status {
    let part = try reference(sourceBuffer, offsetToData, dataLength)
    let flags = CMBlockBuffer.Flags(rawValue: flags)
    guard let source = customBlockSource?.pointee else {
      blockBufferOut.pointee = try part.makeContiguous(flags: flags)
      return
    }
    let (allocate, free) = try functions(of: source)
    blockBufferOut.pointee = try part.makeContiguous(allocator: allocate, deallocator: free, flags: flags)
  }
}

/// Appends a part of existing or, where `memoryBlock` is nil, of new memory.
@discardableResult
public func CMBlockBufferAppendMemoryBlock(
  _ theBuffer: CMBlockBuffer, memoryBlock: UnsafeMutableRawPointer?, length blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
  status {
    guard blockLength >= 0 else { throw CMBlockBuffer.Error.badLengthParameter }
    guard offsetToData >= 0, offsetToData <= blockLength else { throw CMBlockBuffer.Error.badOffsetParameter }
    guard dataLength >= 0, dataLength <= blockLength - offsetToData else {
      throw CMBlockBuffer.Error.badLengthParameter
    }
    let range = offsetToData..<offsetToData + dataLength
    let flags = CMBlockBuffer.Flags(rawValue: flags)
    let source = try customBlockSource.map { try functions(of: $0.pointee) }
    if let memoryBlock {
      let bytes = UnsafeMutableRawBufferPointer(start: memoryBlock, count: blockLength)[range]
      if let source {
        try theBuffer.append(buffer: bytes, deallocator: source.free, flags: flags)
      } else {
        try theBuffer.append(buffer: bytes, allocator: blockAllocator, flags: flags)
      }
    } else if let source {
      try theBuffer.append(
        length: blockLength, allocator: source.allocate, deallocator: source.free, range: range, flags: flags)
    } else {
      try theBuffer.append(length: blockLength, allocator: blockAllocator, range: range, flags: flags)
    }
  }
}

/// Appends a part of another buffer without a copy.
@discardableResult
public func CMBlockBufferAppendBufferReference(
  _ theBuffer: CMBlockBuffer, targetBBuf: CMBlockBuffer, offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
  status {
    let part = try reference(targetBBuf, offsetToData, dataLength)
    try theBuffer.append(bufferReference: part, flags: CMBlockBuffer.Flags(rawValue: flags))
  }
}

/// Allocates all memory that is not allocated yet.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ theBuffer: CMBlockBuffer) -> OSStatus {
  status { try theBuffer.assureBlockMemory() }
}

/// Gives a pointer to bytes in one piece: they are copied to `temporaryBlock` where they are in several blocks.
@discardableResult
public func CMBlockBufferAccessDataBytes(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int, temporaryBlock: UnsafeMutableRawPointer,
  returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
  status {
    let part = try slice(theBuffer, offset, length)
    if part.isContiguous {
      returnedPointerOut.pointee = try theBuffer.withUnsafeMutableBytes(atOffset: offset) {
        $0.baseAddress?.assumingMemoryBound(to: CChar.self)
      }
    } else {
      try part.copyDataBytes(to: UnsafeMutableRawBufferPointer(start: temporaryBlock, count: length))
      returnedPointerOut.pointee = temporaryBlock.assumingMemoryBound(to: CChar.self)
    }
  }
}

/// Copies bytes to memory.
@discardableResult
public func CMBlockBufferCopyDataBytes(
  _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int, destination: UnsafeMutableRawPointer
) -> OSStatus {
  status {
    try slice(theSourceBuffer, offsetToData, dataLength).copyDataBytes(
      to: UnsafeMutableRawBufferPointer(start: destination, count: dataLength))
  }
}

/// Writes bytes into a buffer.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int,
  dataLength: Int
) -> OSStatus {
  status {
    try slice(destinationBuffer, offsetIntoDestination, dataLength).replaceDataBytes(
      with: UnsafeRawBufferPointer(start: sourceBytes, count: dataLength))
  }
}

/// Sets bytes to one value.
@discardableResult
public func CMBlockBufferFillDataBytes(
  with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  status {
    try slice(destinationBuffer, offsetIntoDestination, dataLength).fillDataBytes(with: UInt8(bitPattern: fillByte))
  }
}

/// Gives a pointer to the byte at an offset, the number of bytes in its block from there, and that of all bytes. The
/// pointer is valid as long as the buffer.
@discardableResult
public func CMBlockBufferGetDataPointer(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
  totalLengthOut: UnsafeMutablePointer<Int>?, dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
  status {
    try theBuffer.withUnsafeMutableBytes(atOffset: offset) { bytes in
      lengthAtOffsetOut?.pointee = bytes.count
      dataPointerOut?.pointee = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    }
    totalLengthOut?.pointee = theBuffer.dataLength
  }
}

/// The number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Whether bytes are in one block.
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
  (try? slice(theBuffer, offset, length).isContiguous) ?? false
}

/// Whether there are no blocks.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.isEmpty }

/// A part of a buffer that a new buffer refers to: a length of 0 means the rest.
private func reference(_ buffer: CMBlockBuffer, _ offset: Int, _ length: Int) throws -> CMBlockBuffer.Slice {
  length == 0 ? try slice(buffer, offset, max(0, buffer.dataLength - offset)) : try slice(buffer, offset, length)
}

/// A part of a buffer, whose bounds are checked.
private func slice(_ buffer: CMBlockBuffer, _ offset: Int, _ length: Int) throws -> CMBlockBuffer.Slice {
  guard offset >= 0, offset <= buffer.dataLength else { throw CMBlockBuffer.Error.badOffsetParameter }
  guard length >= 0, length <= buffer.dataLength - offset else { throw CMBlockBuffer.Error.badLengthParameter }
  return buffer[offset..<offset + length]
}

private func functions(
  of source: CMBlockBufferCustomBlockSource
) throws -> (allocate: CMBlockBuffer.CustomBlockAllocator, free: CMBlockBuffer.CustomBlockDeallocator) {
  guard source.version == kCMBlockBufferCustomBlockSourceVersion else { throw CMBlockBuffer.Error.badCustomBlockSource }
  let refCon = source.refCon
  let (allocate, freeBlock) = (source.AllocateBlock, source.FreeBlock)
  return (
    { allocate?(refCon, $0) }, { memory, length in freeBlock?(refCon, memory, length) }
  )
}
