import Foundation

/// A parameter is missing.
public let kCMClockError_MissingRequiredParameter: OSStatus = -12745

/// A parameter has a value that means nothing here.
public let kCMClockError_InvalidParameter: OSStatus = -12746

/// The clock cannot do this.
public let kCMClockError_UnsupportedOperation: OSStatus = -12756

/// A parameter is missing.
public let kCMTimebaseError_MissingRequiredParameter: OSStatus = -12748

/// A time is not a number, a rate is not finite, or a source depends on the timebase itself.
public let kCMTimebaseError_InvalidParameter: OSStatus = -12749

/// The timebase can be changed only by the object that it belongs to.
public let kCMTimebaseError_ReadOnly: OSStatus = -12757

/// A parameter has a value that means nothing here.
public let kCMSyncError_InvalidParameter: OSStatus = -12753

/// The other timebase stands still, so its time says nothing.
public let kCMSyncError_RateMustBeNonZero: OSStatus = -12755

extension CMClock {
  /// The errors of clocks.
  public struct Error {
    /// A parameter is missing.
    public static let missingRequiredParameter = mediaError(kCMClockError_MissingRequiredParameter)

    /// A parameter has a value that means nothing here.
    public static let invalidParameter = mediaError(kCMClockError_InvalidParameter)

    /// The clock cannot do this.
    public static let unsupportedOperation = mediaError(kCMClockError_UnsupportedOperation)
  }
}

extension CMTimebase {
  /// The errors of timebases.
  public struct Error {
    /// A parameter is missing.
    public static let missingRequiredParameter = mediaError(kCMTimebaseError_MissingRequiredParameter)

    /// A time is not a number, a rate is not finite, or a source depends on the timebase itself.
    public static let invalidParameter = mediaError(kCMTimebaseError_InvalidParameter)

    /// The timebase can be changed only by the object that it belongs to, such as the timebase of a player item.
    public static let readOnly = mediaError(kCMTimebaseError_ReadOnly)
  }
}

/// The relations between clocks and timebases.
public struct CMSync {
  /// The errors of relating clocks and timebases.
  public struct Error {
    /// A parameter has a value that means nothing here.
    public static let invalidParameter = mediaError(kCMSyncError_InvalidParameter)

    /// The other timebase stands still, so its time says nothing.
    public static let rateMustBeNonZero = mediaError(kCMSyncError_RateMustBeNonZero)
  }
}

/// An error of this module, in the domain of system status codes.
func mediaError(_ status: OSStatus) -> NSError {
  NSError(domain: NSOSStatusErrorDomain, code: Int(status))
}

/// Runs a function that throws errors made by `mediaError` and gives their status.
func status(_ body: () throws -> Void) -> OSStatus {
  do {
    try body()
    return noErr
  } catch {
    return OSStatus(truncatingIfNeeded: (error as NSError).code)
  }
}
