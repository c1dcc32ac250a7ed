import Foundation

/// Memory cannot be allocated.
public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730

/// A required parameter is missing.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731

/// The buffer has data already.
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12732

/// The data cannot be made ready.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733

/// There is no sample with this index.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734

/// The buffer was made without sample sizes.
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12735

/// The buffer was made without timings.
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12736

/// The array is too small for the result.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737

/// The number of timings or of sizes does not match the number of samples.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738

/// The samples cannot be separated, because their sizes are unknown.
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12739

/// A time is not numeric where it must be.
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12740

/// The operation does not apply to the media type.
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12741

/// The data does not match the sample sizes or the format.
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742

/// The format description does not match the data.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743

/// The buffer has been invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744

/// Loading the data has failed.
public let kCMSampleBufferError_DataFailed: OSStatus = -16750

/// Loading the data was cancelled.
public let kCMSampleBufferError_DataCanceled: OSStatus = -16751

extension CMSampleBuffer {
  /// The errors of sample buffers.
  public struct Error {
    /// Memory cannot be allocated.
    public static let allocationFailed = mediaError(kCMSampleBufferError_AllocationFailed)

    /// A required parameter is missing.
    public static let requiredParameterMissing = mediaError(kCMSampleBufferError_RequiredParameterMissing)

    /// The buffer has data already.
    public static let alreadyHasDataBuffer = mediaError(kCMSampleBufferError_AlreadyHasDataBuffer)

    /// The data cannot be made ready.
    public static let bufferNotReady = mediaError(kCMSampleBufferError_BufferNotReady)

    /// There is no sample with this index.
    public static let sampleIndexOutOfRange = mediaError(kCMSampleBufferError_SampleIndexOutOfRange)

    /// The buffer was made without sample sizes.
    public static let bufferHasNoSampleSizes = mediaError(kCMSampleBufferError_BufferHasNoSampleSizes)

    /// The buffer was made without timings.
    public static let bufferHasNoSampleTimingInfo = mediaError(kCMSampleBufferError_BufferHasNoSampleTimingInfo)

    /// The array is too small for the result.
    public static let arrayTooSmall = mediaError(kCMSampleBufferError_ArrayTooSmall)

    /// The number of timings or of sizes does not match the number of samples.
    public static let invalidEntryCount = mediaError(kCMSampleBufferError_InvalidEntryCount)

    /// The samples cannot be separated, because their sizes are unknown.
    public static let cannotSubdivide = mediaError(kCMSampleBufferError_CannotSubdivide)

    /// A time is not numeric where it must be.
    public static let sampleTimingInfoInvalid = mediaError(kCMSampleBufferError_SampleTimingInfoInvalid)

    /// The operation does not apply to the media type.
    public static let invalidMediaTypeForOperation = mediaError(kCMSampleBufferError_InvalidMediaTypeForOperation)

    /// The data does not match the sample sizes or the format.
    public static let invalidSampleData = mediaError(kCMSampleBufferError_InvalidSampleData)

    /// The format description does not match the data.
    public static let invalidMediaFormat = mediaError(kCMSampleBufferError_InvalidMediaFormat)

    /// The buffer has been invalidated.
    public static let invalidated = mediaError(kCMSampleBufferError_Invalidated)

    /// Loading the data has failed.
    public static let dataFailed = mediaError(kCMSampleBufferError_DataFailed)

    /// Loading the data was cancelled.
    public static let dataCanceled = mediaError(kCMSampleBufferError_DataCanceled)
  }
}
