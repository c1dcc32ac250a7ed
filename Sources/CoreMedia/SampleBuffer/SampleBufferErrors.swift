import Foundation

/// A required parameter is missing.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731

/// There is no sample with this index.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734

/// The array is too small for the result.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737

/// The number of timings does not match the number of samples.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738

/// The format description does not match the image buffer.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743

/// The buffer has been invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744

extension CMSampleBuffer {
  /// The errors of sample buffers.
  public struct Error {
    /// A required parameter is missing.
    public static let requiredParameterMissing = mediaError(kCMSampleBufferError_RequiredParameterMissing)

    /// There is no sample with this index.
    public static let sampleIndexOutOfRange = mediaError(kCMSampleBufferError_SampleIndexOutOfRange)

    /// The array is too small for the result.
    public static let arrayTooSmall = mediaError(kCMSampleBufferError_ArrayTooSmall)

    /// The number of timings does not match the number of samples.
    public static let invalidEntryCount = mediaError(kCMSampleBufferError_InvalidEntryCount)

    /// The format description does not match the image buffer.
    public static let invalidMediaFormat = mediaError(kCMSampleBufferError_InvalidMediaFormat)

    /// The buffer has been invalidated.
    public static let invalidated = mediaError(kCMSampleBufferError_Invalidated)
  }
}
