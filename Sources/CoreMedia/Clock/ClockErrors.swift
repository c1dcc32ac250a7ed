import Foundation

/// A required parameter is missing.
public let kCMClockError_MissingRequiredParameter: OSStatus = -12745

/// A parameter has an invalid value.
public let kCMClockError_InvalidParameter: OSStatus = -12746

/// Memory is exhausted.
public let kCMClockError_AllocationFailed: OSStatus = -12747

/// The clock does not support the operation.
public let kCMClockError_UnsupportedOperation: OSStatus = -12756

/// A required parameter is missing.
public let kCMTimebaseError_MissingRequiredParameter: OSStatus = -12748

/// A time is not numeric, a rate is not finite, or a source depends on the timebase itself.
public let kCMTimebaseError_InvalidParameter: OSStatus = -12749

/// Memory is exhausted.
public let kCMTimebaseError_AllocationFailed: OSStatus = -12750

/// The timebase can be changed only by its owner.
public let kCMTimebaseError_ReadOnly: OSStatus = -12757

/// A parameter has an invalid value.
public let kCMSyncError_InvalidParameter: OSStatus = -12753

/// The other timebase has rate 0, so times cannot be related.
public let kCMSyncError_RateMustBeNonZero: OSStatus = -12755

extension CMClock {
  /// The errors of clocks.
  public struct Error {
    /// A required parameter is missing.
    public static let missingRequiredParameter = mediaError(kCMClockError_MissingRequiredParameter)

    /// A parameter has an invalid value.
    public static let invalidParameter = mediaError(kCMClockError_InvalidParameter)

    /// Memory is exhausted.
    public static let allocationFailed = mediaError(kCMClockError_AllocationFailed)

    /// The clock does not support the operation.
    public static let unsupportedOperation = mediaError(kCMClockError_UnsupportedOperation)
  }
}

extension CMTimebase {
  /// The errors of timebases.
  public struct Error {
    /// A required parameter is missing.
    public static let missingRequiredParameter = mediaError(kCMTimebaseError_MissingRequiredParameter)

    /// A time is not numeric, a rate is not finite, or a source depends on the timebase itself.
    public static let invalidParameter = mediaError(kCMTimebaseError_InvalidParameter)

    /// Memory is exhausted.
    public static let allocationFailed = mediaError(kCMTimebaseError_AllocationFailed)

    /// The timebase can be changed only by its owner, such as the timebase of a player item.
    public static let readOnly = mediaError(kCMTimebaseError_ReadOnly)
  }
}

/// The namespace of errors for the relations between clocks and timebases.
public struct CMSync {
  /// The errors of the relations between clocks and timebases.
  public struct Error {
    /// A parameter has an invalid value.
    public static let invalidParameter = mediaError(kCMSyncError_InvalidParameter)

    /// The other timebase has rate 0, so times cannot be related.
    public static let rateMustBeNonZero = mediaError(kCMSyncError_RateMustBeNonZero)
  }
}

/// Creates an error of this module, in the domain of system status codes.
func mediaError(_ status: OSStatus) -> NSError {
  NSError(domain: NSOSStatusErrorDomain, code: Int(status))
}

/// Runs a function that throws errors of `mediaError`, and returns their status.
func status(_ body: () throws -> Void) -> OSStatus {
  do {
    try body()
    return noErr
  } catch {
    return OSStatus(truncatingIfNeeded: (error as NSError).code)
  }
}
