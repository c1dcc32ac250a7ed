// C functions for programs that use them instead of the properties.

/// Creates a buffer for a frame; returns an error if the description does not match it.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = nil
  return status {
    sampleBufferOut.pointee = try CMSampleBuffer(
      imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
  }
}

/// Creates a buffer with the data of another one and new timings; returns an error unless they match its samples.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
  allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer,
  sampleTimingEntryCount numSampleTimingEntries: CMItemCount, sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = nil
  return status {
    let timings = UnsafeBufferPointer(
      start: sampleTimingArray, count: sampleTimingArray == nil ? 0 : max(0, numSampleTimingEntries))
    sampleBufferOut.pointee = try CMSampleBuffer(copying: originalSBuf, withNewTiming: Array(timings))
  }
}

/// The frame; nil once the buffer is invalidated.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? {
  sbuf.imageBuffer
}

/// The format of the samples.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// The number of samples; 0 once the buffer is invalidated.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount {
  sbuf.numSamples
}

/// Whether the buffer has not been invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool {
  sbuf.isValid
}

/// Whether the data is there.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool {
  sbuf.dataReadiness == .ready
}

/// Releases the data.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
  status { try sbuf.invalidate() }
}

/// The presentation time (PTS) of the first sample to be presented.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.presentationTimeStamp
}

/// The decode time (DTS) of the first sample; invalid if it is unknown or the same as the PTS.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.decodeTimeStamp
}

/// The duration of all samples.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.duration
}

/// The presentation time on the output's timeline.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputPresentationTimeStamp
}

/// The duration on the output's timeline.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputDuration
}

/// Sets the presentation time on the output's timeline.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
  _ sbuf: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
  status { try sbuf.setOutputPresentationTimeStamp(outputPresentationTimeStamp) }
}

/// Reads the timing of a sample; returns an error if there is no sample with the index.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
  _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
  status { timingInfoOut.pointee = try sbuf.sampleTimingInfo(at: sampleIndex) }
}

/// Reads the timing and the number of all samples; returns an error if the array is too small.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
  _ sbuf: CMSampleBuffer, entryCount numSampleTimingEntries: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  status {
    let timings = try sbuf.sampleTimingInfos()
    timingArrayEntriesNeededOut?.pointee = timings.count
    guard let timingArrayOut else { return }
    guard numSampleTimingEntries >= timings.count else { throw CMSampleBuffer.Error.arrayTooSmall }
    timingArrayOut.update(from: timings, count: timings.count)
  }
}
