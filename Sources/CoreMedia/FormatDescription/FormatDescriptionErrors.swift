import Foundation

/// A parameter has an invalid value.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710

/// The description does not have the value.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718

/// Memory cannot be allocated.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711

/// A description of another form, such as parameter sets, is missing or damaged.
public let kCMFormatDescriptionBridgeError_InvalidParameter: OSStatus = -12712

extension CMFormatDescription {
  /// The errors of format descriptions.
  public struct Error {
    /// A parameter has an invalid value.
    public static let invalidParameter = mediaError(kCMFormatDescriptionError_InvalidParameter)

    /// The description does not have the value.
    public static let valueNotAvailable = mediaError(kCMFormatDescriptionError_ValueNotAvailable)
  }
}
