import Foundation

// C functions for the creation of buffers with data, and for the access to it.

/// Creates a buffer of samples in a block buffer, whose data is ready.
@discardableResult
public func CMSampleBufferCreateReady(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
  sampleCount numSamples: CMItemCount, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  CMSampleBufferCreateWithMakeDataReadyHandler(
    allocator, dataBuffer, true, formatDescription, numSamples, numSampleTimingEntries, sampleTimingArray,
    numSampleSizeEntries, sampleSizeArray, sampleBufferOut, nil)
}

/// A function that makes the data of a buffer ready, given a value.
public typealias CMSampleBufferMakeDataReadyCallback = (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus

/// A closure that makes the data of a buffer ready.
public typealias CMSampleBufferMakeDataReadyHandler = (CMSampleBuffer) -> OSStatus

/// A closure that is called when a buffer is invalidated.
public typealias CMSampleBufferInvalidateHandler = (CMSampleBuffer) -> Void

/// Creates a buffer of samples in a block buffer, whose data may be made ready by a function.
@discardableResult
public func CMSampleBufferCreate(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
  formatDescription: CMFormatDescription?, sampleCount numSamples: CMItemCount,
  sampleTimingEntryCount numSampleTimingEntries: CMItemCount, sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleSizeEntryCount numSampleSizeEntries: CMItemCount, sampleSizeArray: UnsafePointer<Int>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let handler = makeDataReadyCallback.map { callback in { callback($0, makeDataReadyRefcon) } }
  return CMSampleBufferCreateWithMakeDataReadyHandler(
    allocator, dataBuffer, dataReady, formatDescription, numSamples, numSampleTimingEntries, sampleTimingArray,
    numSampleSizeEntries, sampleSizeArray, sampleBufferOut, handler)
}

/// Creates a buffer of samples in a block buffer, whose data may be made ready by a closure.
@discardableResult
public func CMSampleBufferCreateWithMakeDataReadyHandler(
  _ allocator: CFAllocator?, _ dataBuffer: CMBlockBuffer?, _ dataReady: Bool,
  _ formatDescription: CMFormatDescription?, _ numSamples: CMItemCount, _ numSampleTimingEntries: CMItemCount,
  _ sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, _ numSampleSizeEntries: CMItemCount,
  _ sampleSizeArray: UnsafePointer<Int>?, _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
  _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
  sampleBufferOut.pointee = nil
  return status {
    // An array with another number of entries must not be read.
    guard numSamples >= 0, [0, 1, numSamples].contains(numSampleTimingEntries),
      [0, 1, numSamples].contains(numSampleSizeEntries)
    else { throw CMSampleBuffer.Error.invalidEntryCount }
    guard numSampleTimingEntries == 0 || sampleTimingArray != nil, numSampleSizeEntries == 0 || sampleSizeArray != nil
    else { throw CMSampleBuffer.Error.requiredParameterMissing }
    sampleBufferOut.pointee = try CMSampleBuffer(
      dataBuffer: dataBuffer, dataReady: dataReady, formatDescription: formatDescription, numSamples: numSamples,
      sampleTimings: Array(UnsafeBufferPointer(start: sampleTimingArray, count: numSampleTimingEntries)),
      sampleSizes: Array(UnsafeBufferPointer(start: sampleSizeArray, count: numSampleSizeEntries)),
      makeDataReadyHandler: throwing(makeDataReadyHandler))
  }
}

/// A handler that throws the status of another one.
private func throwing(_ handler: CMSampleBufferMakeDataReadyHandler?) -> (CMSampleBuffer) throws -> Void {
  { buffer in
    guard let handler else { throw CMSampleBuffer.Error.bufferNotReady }
    let status = handler(buffer)
    guard status == noErr else { throw mediaError(status) }
  }
}

/// Creates a buffer of audio whose data is ready: frames of linear PCM, or packets with descriptions.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
  sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = nil
  return status {
    guard numSamples >= 0 else { throw CMSampleBuffer.Error.invalidEntryCount }
    let packets = packetDescriptions.map { Array(UnsafeBufferPointer(start: $0, count: numSamples)) }
    sampleBufferOut.pointee = try CMSampleBuffer(
      dataBuffer: dataBuffer, formatDescription: formatDescription, numSamples: numSamples,
      presentationTimeStamp: presentationTimeStamp, packetDescriptions: packets ?? [])
  }
}

/// Creates a buffer with the data, timings and attachments of another one.
@discardableResult
public func CMSampleBufferCreateCopy(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = nil
  return status { sampleBufferOut.pointee = try CMSampleBuffer(copying: sbuf) }
}

/// The bytes of the samples; nil without them, and once the buffer is invalidated.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// Adds the data of a buffer that was made without.
@discardableResult
public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer) -> OSStatus {
  status { try sbuf.setDataBuffer(dataBuffer) }
}

/// Copies the buffers of a list, one after the other, and makes them the data of a buffer.
@discardableResult
public func CMSampleBufferSetDataBufferFromAudioBufferList(
  _ sbuf: CMSampleBuffer, blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
  blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?, flags: UInt32,
  bufferList: UnsafePointer<AudioBufferList>
) -> OSStatus {
  status { try sbuf.setDataBuffer(fromAudioBufferList: bufferList) }
}

/// Copies frames of linear PCM to the buffers of a list.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
  _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
  into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  status {
    guard frameOffset >= 0, numFrames >= 0 else { throw CMSampleBuffer.Error.sampleIndexOutOfRange }
    let start = Int(frameOffset)
    try sbuf.copyPCMData(fromRange: start..<start + Int(numFrames), into: bufferList)
  }
}

/// Makes the data ready.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus { status { try sbuf.makeDataReady() } }

/// Declares that the data is there.
@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  status { try sbuf.setDataReadiness(.ready) }
}

/// Declares that the data cannot be loaded, with a status.
@discardableResult
public func CMSampleBufferSetDataFailed(_ sbuf: CMSampleBuffer, status failure: OSStatus) -> OSStatus {
  status { try sbuf.setDataReadiness(.failed(failure)) }
}

/// Whether the data cannot be loaded, and with which status.
public func CMSampleBufferHasDataFailed(
  _ sbuf: CMSampleBuffer, statusOut: UnsafeMutablePointer<OSStatus>?
) -> Bool {
  guard case .failed(let status) = sbuf.dataReadiness else { return false }
  statusOut?.pointee = status
  return true
}

/// Sets a closure to be called when a buffer is invalidated.
@discardableResult
public func CMSampleBufferSetInvalidateHandler(
  _ sbuf: CMSampleBuffer, invalidateHandler: @escaping CMSampleBufferInvalidateHandler
) -> OSStatus {
  status { try sbuf.setInvalidateHandler(invalidateHandler) }
}

/// The size of all samples in bytes; 0 where it is unknown.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }

/// The size of a sample in bytes; 0 where it is unknown.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
  sbuf.sampleSize(at: sampleIndex)
}

/// Reads the sizes and their number; returns an error if the array is too small.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
  _ sbuf: CMSampleBuffer, entryCount sizeArrayEntries: CMItemCount,
  arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
  entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  status {
    let sizes = try sbuf.sampleSizes()
    sizeArrayEntriesNeededOut?.pointee = sizes.count
    guard let sizeArrayOut else { return }
    guard sizeArrayEntries >= sizes.count else { throw CMSampleBuffer.Error.arrayTooSmall }
    sizeArrayOut.update(from: sizes, count: sizes.count)
  }
}

/// The attachments of the samples, each an `NSMutableDictionary` that may be changed; nil if there are none and
/// `createIfNecessary` is false.
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
  let count = min(sbuf.numSamples, CMSampleBuffer.attachedSampleLimit)
  let dictionaries =
    createIfNecessary ? sbuf.sampleAttachmentTable.make(count: count) : sbuf.sampleAttachmentTable.dictionaries
  return dictionaries.isEmpty ? nil : dictionaries
}

/// Calls a closure with the buffer of each sample until it returns an error, which is returned.
@discardableResult
public func CMSampleBufferCallBlockForEachSample(
  _ sbuf: CMSampleBuffer, _ handler: (CMSampleBuffer, CMItemCount) -> OSStatus
) -> OSStatus {
  status {
    for (index, sample) in try sbuf.singleSampleBuffers().enumerated() {
      let result = handler(sample, index)
      guard result == noErr else { throw mediaError(result) }
    }
  }
}
