/// What a lock on the memory of a buffer is for.
public struct CVPixelBufferLockFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: CVOptionFlags

  /// Flags with these bits.
  public init(rawValue: CVOptionFlags) {
    self.rawValue = rawValue
  }

  /// The memory will only be read.
  public static var readOnly: CVPixelBufferLockFlags { CVPixelBufferLockFlags(rawValue: 1) }
}

/// Announces that the memory is going to be used, for reading only or for writing. Locks may be nested and shared between
/// threads; they do not keep others out, and the addresses stay the same.
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

/// Takes back one lock that was made with the same flags.
///
/// - Returns: `kCVReturnError` when there is none.
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
