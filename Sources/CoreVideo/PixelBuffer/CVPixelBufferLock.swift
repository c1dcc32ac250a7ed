import Synchronization

/// The purpose of a lock on the memory of a buffer.
public struct CVPixelBufferLockFlags: OptionSet, Hashable, Sendable {
  /// The bits of the flags.
  public let rawValue: CVOptionFlags

  /// Creates flags from bits.
  public init(rawValue: CVOptionFlags) {
    self.rawValue = rawValue
  }

  /// The memory is only read.
  public static var readOnly: CVPixelBufferLockFlags { CVPixelBufferLockFlags(rawValue: 1) }
}

/// Locks the memory for reading or for writing. Locks may be nested and shared between threads; they do not exclude
/// other threads, and the addresses are constant.
///
/// - Returns: `kCVReturnInvalidArgument` for unknown flags.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  guard lockFlags.isSubset(of: .readOnly) else { return kCVReturnInvalidArgument }
  pixelBuffer.locks.withLock { counts in
    if lockFlags.contains(.readOnly) { counts.reading += 1 } else { counts.writing += 1 }
  }
  return kCVReturnSuccess
}

/// Releases a lock with the same flags.
///
/// - Returns: `kCVReturnError` if there is none.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  guard unlockFlags.isSubset(of: .readOnly) else { return kCVReturnInvalidArgument }
  return pixelBuffer.locks.withLock { counts in
    let count = unlockFlags.contains(.readOnly) ? counts.reading : counts.writing
    guard count > 0 else { return kCVReturnError }
    if unlockFlags.contains(.readOnly) { counts.reading -= 1 } else { counts.writing -= 1 }
    return kCVReturnSuccess
  }
}
