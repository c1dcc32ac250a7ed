import Foundation

/// The result code of success.
public let kCMBlockBufferNoErr: OSStatus = 0

/// A structure cannot be allocated.
public let kCMBlockBufferStructureAllocationFailedErr: OSStatus = -12700

/// The memory of a block cannot be allocated.
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701

/// A custom block source has no function to allocate memory, or an unknown version.
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12702

/// An offset is negative or beyond the end.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703

/// A length is negative or beyond the end.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704

/// A required pointer is nil.
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12705

/// The buffer is empty, and an empty one is not permitted.
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12706

/// The memory of the block has not been allocated yet.
public let kCMBlockBufferUnallocatedBlockErr: OSStatus = -12707

/// The destination is too small.
public let kCMBlockBufferInsufficientSpaceErr: OSStatus = -12708

extension CMBlockBuffer {
  /// The errors of block buffers.
  public struct Error {
    /// A structure cannot be allocated.
    public static let structureAllocationFailed = mediaError(kCMBlockBufferStructureAllocationFailedErr)

    /// The memory of a block cannot be allocated.
    public static let blockAllocationFailed = mediaError(kCMBlockBufferBlockAllocationFailedErr)

    /// A custom block source has no function to allocate memory, or an unknown version.
    public static let badCustomBlockSource = mediaError(kCMBlockBufferBadCustomBlockSourceErr)

    /// An offset is negative or beyond the end.
    public static let badOffsetParameter = mediaError(kCMBlockBufferBadOffsetParameterErr)

    /// A length is negative or beyond the end.
    public static let badLengthParameter = mediaError(kCMBlockBufferBadLengthParameterErr)

    /// A required pointer is nil.
    public static let badPointerParameter = mediaError(kCMBlockBufferBadPointerParameterErr)

    /// The buffer is empty, and an empty one is not permitted.
    public static let emptyBlockBuffer = mediaError(kCMBlockBufferEmptyBBufErr)

    /// The memory of the block has not been allocated yet.
    public static let unallocatedBlock = mediaError(kCMBlockBufferUnallocatedBlockErr)

    /// The destination is too small.
    public static let insufficientSpace = mediaError(kCMBlockBufferInsufficientSpaceErr)
  }

  /// Options for the creation of buffers and for adding memory.
  public struct Flags: OptionSet, Sendable {
    /// The raw value.
    public let rawValue: CMBlockBufferFlags

    /// Creates options from their raw value.
    public init(rawValue: CMBlockBufferFlags) { self.rawValue = rawValue }

    /// Allocates the memory at once instead of with its first use.
    public static let assureMemoryNow = Flags(rawValue: kCMBlockBufferAssureMemoryNowFlag)

    /// Copies data into new memory even if it is contiguous.
    public static let alwaysCopyData = Flags(rawValue: kCMBlockBufferAlwaysCopyDataFlag)

    /// Refers to a buffer with further references itself. Without effect: references always lead to the memory.
    public static let dontOptimizeDepth = Flags(rawValue: kCMBlockBufferDontOptimizeDepthFlag)

    /// Permits references to empty buffers.
    public static let permitEmptyReference = Flags(rawValue: kCMBlockBufferPermitEmptyReferenceFlag)
  }
}

/// Options for the creation of block buffers and for adding memory.
public typealias CMBlockBufferFlags = UInt32

/// Allocates the memory at once instead of with its first use.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1 << 0

/// Copies data into new memory even if it is contiguous.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 1 << 1

/// Refers to a buffer with further references itself. Without effect: references always lead to the memory.
public let kCMBlockBufferDontOptimizeDepthFlag: CMBlockBufferFlags = 1 << 2

/// Permits references to empty buffers.
public let kCMBlockBufferPermitEmptyReferenceFlag: CMBlockBufferFlags = 1 << 3
