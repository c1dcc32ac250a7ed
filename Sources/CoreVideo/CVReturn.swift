/// The result of a CoreVideo function: `kCVReturnSuccess` or an error code from -6660 downward.
public typealias CVReturn = Int32

/// Option bits of a CoreVideo function.
public typealias CVOptionFlags = UInt64

/// The function did what was asked.
public let kCVReturnSuccess: CVReturn = 0

/// An error that no other code describes; among them an unlock without a lock.
public let kCVReturnError: CVReturn = -6660

/// An argument is out of range or contradicts another one.
public let kCVReturnInvalidArgument: CVReturn = -6661

/// There was not enough memory.
public let kCVReturnAllocationFailed: CVReturn = -6662

/// The function cannot do this here.
public let kCVReturnUnsupported: CVReturn = -6663

/// The pixel format is not known.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680

/// A width or height is not positive, or the picture would be too large to address.
public let kCVReturnInvalidSize: CVReturn = -6681

/// An attribute has a value that cannot be met.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
