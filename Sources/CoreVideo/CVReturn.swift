/// The result of a CoreVideo function: `kCVReturnSuccess` or an error code from -6660 downward.
public typealias CVReturn = Int32

/// Option bits of a CoreVideo function.
public typealias CVOptionFlags = UInt64

/// The function succeeded.
public let kCVReturnSuccess: CVReturn = 0

/// An error without a more specific code, such as an unlock without a lock.
public let kCVReturnError: CVReturn = -6660

/// An argument is out of range or contradicts another one.
public let kCVReturnInvalidArgument: CVReturn = -6661

/// The memory could not be allocated.
public let kCVReturnAllocationFailed: CVReturn = -6662

/// The operation is not supported.
public let kCVReturnUnsupported: CVReturn = -6663

/// The pixel format is unknown.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680

/// A width or height is not positive, or the image is too large to address.
public let kCVReturnInvalidSize: CVReturn = -6681

/// An attribute has a value that cannot be satisfied.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682

/// A pool has as many buffers in use as its user allows.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689
