import CoreMedia

/// Flags for the creation of a tap.
public typealias MTAudioProcessingTapCreationFlags = UInt32

/// Flags of a block of samples.
public typealias MTAudioProcessingTapFlags = UInt32

/// The tap processes samples before the volume is applied.
public let kMTAudioProcessingTapCreationFlag_PreEffects: MTAudioProcessingTapCreationFlags = 1 << 0
/// The tap processes samples after the volume is applied.
public let kMTAudioProcessingTapCreationFlag_PostEffects: MTAudioProcessingTapCreationFlags = 1 << 1

/// The samples do not follow the previous ones: at the start of an item, and after a discontinuity.
public let kMTAudioProcessingTapFlag_StartOfStream: MTAudioProcessingTapFlags = 1 << 8

/// The only version of the callbacks.
public let kMTAudioProcessingTapCallbacksVersion_0: Int32 = 0

/// An invalid argument, or a function called outside its permitted context.
public let kMTAudioProcessingTapInvalidArgumentErr: OSStatus = -12780

/// Called when the tap is created. `MTAudioProcessingTapGetStorage` returns the value that it writes to the last
/// argument.
public typealias MTAudioProcessingTapInitCallback =
  @Sendable (
    _ tap: MTAudioProcessingTap, _ clientInfo: UnsafeMutableRawPointer?,
    _ tapStorageOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Void

/// Called when the tap is deallocated.
public typealias MTAudioProcessingTapFinalizeCallback = @Sendable (_ tap: MTAudioProcessingTap) -> Void

/// Called before the first samples in a format.
public typealias MTAudioProcessingTapPrepareCallback =
  @Sendable (
    _ tap: MTAudioProcessingTap, _ maxFrames: CMItemCount,
    _ processingFormat: UnsafePointer<AudioStreamBasicDescription>
  ) -> Void

/// Called after the last samples in a format.
public typealias MTAudioProcessingTapUnprepareCallback = @Sendable (_ tap: MTAudioProcessingTap) -> Void

/// Called for each block: it obtains the samples from `MTAudioProcessingTapGetSourceAudio` and stores its output and
/// number of frames in the list. Frames that it does not provide are silent.
public typealias MTAudioProcessingTapProcessCallback =
  @Sendable (
    _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount, _ flags: MTAudioProcessingTapFlags,
    _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>, _ numberFramesOut: UnsafeMutablePointer<CMItemCount>,
    _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>
  ) -> Void

/// The callbacks of a tap.
///
/// - Note: Difference from Apple: the callbacks are Swift closures, not C functions, because a C function cannot take a
///   Swift object. Closures and functions are written in the same form as there.
public struct MTAudioProcessingTapCallbacks {
  /// `kMTAudioProcessingTapCallbacksVersion_0`.
  public var version: Int32
  /// Passed to `init`.
  public var clientInfo: UnsafeMutableRawPointer?
  /// Called when the tap is created.
  public var `init`: MTAudioProcessingTapInitCallback?
  /// Called when the tap is deallocated.
  public var finalize: MTAudioProcessingTapFinalizeCallback?
  /// Called before the first samples in a format.
  public var prepare: MTAudioProcessingTapPrepareCallback?
  /// Called after the last samples in a format.
  public var unprepare: MTAudioProcessingTapUnprepareCallback?
  /// Called for each block of samples.
  public var process: MTAudioProcessingTapProcessCallback

  /// Creates the callbacks of a tap.
  public init(
    version: Int32, clientInfo: UnsafeMutableRawPointer?, `init`: MTAudioProcessingTapInitCallback?,
    finalize: MTAudioProcessingTapFinalizeCallback?, prepare: MTAudioProcessingTapPrepareCallback?,
    unprepare: MTAudioProcessingTapUnprepareCallback?, process: @escaping MTAudioProcessingTapProcessCallback
  ) {
    self.version = version
    self.clientInfo = clientInfo
    self.`init` = `init`
    self.finalize = finalize
    self.prepare = prepare
    self.unprepare = unprepare
    self.process = process
  }
}

/// Creates a tap.
///
/// - Parameters:
///   - allocator: `nil` or `kCFAllocatorDefault`.
///   - callbacks: Copied.
///   - flags: Whether samples are processed before or after the volume is applied: exactly one of the two.
///   - tapOut: Receives the tap.
/// - Returns: `noErr`, or `kMTAudioProcessingTapInvalidArgumentErr` for another version or invalid flags.
@discardableResult
public func MTAudioProcessingTapCreate(
  _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
  _ flags: MTAudioProcessingTapCreationFlags, _ tapOut: UnsafeMutablePointer<MTAudioProcessingTap?>
) -> OSStatus {
  let places = [kMTAudioProcessingTapCreationFlag_PreEffects, kMTAudioProcessingTapCreationFlag_PostEffects]
  guard callbacks.pointee.version == kMTAudioProcessingTapCallbacksVersion_0, places.contains(flags) else {
    return kMTAudioProcessingTapInvalidArgumentErr
  }
  tapOut.pointee = MTAudioProcessingTap(callbacks.pointee, flags)
  return noErr
}

/// Creates a tap, for programs written for older systems.
@discardableResult
public func MTAudioProcessingTapCreate(
  _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
  _ flags: MTAudioProcessingTapCreationFlags, _ tapOut: UnsafeMutablePointer<Unmanaged<MTAudioProcessingTap>?>
) -> OSStatus {
  var tap: MTAudioProcessingTap?
  let status = MTAudioProcessingTapCreate(allocator, callbacks, flags, &tap)
  tapOut.pointee = tap.map { Unmanaged.passRetained($0) }
  return status
}

/// The storage that the tap's `init` callback has set; a few zero bytes if it has set none.
public func MTAudioProcessingTapGetStorage(_ tap: MTAudioProcessingTap) -> UnsafeMutableRawPointer { tap.storage }

/// Obtains samples of the current block. Call it only within the `process` callback.
///
/// - Parameters:
///   - tap: The tap whose callback is running.
///   - numberFrames: The number of frames; another call obtains the following frames.
///   - bufferListInOut: The list of the callback, or another one: buffers with memory are filled, others receive memory
///     that is valid until the callback returns.
///   - flagsOut: Receives the flags of the samples.
///   - timeRangeOut: Receives their time range on the item's timeline.
///   - numberFramesOut: Receives the number of frames obtained: fewer at the end of the block.
/// - Returns: `noErr`, or `kMTAudioProcessingTapInvalidArgumentErr`.
@discardableResult
public func MTAudioProcessingTapGetSourceAudio(
  _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount, _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>,
  _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>?, _ timeRangeOut: UnsafeMutablePointer<CMTimeRange>?,
  _ numberFramesOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  let list = UnsafeMutableAudioBufferListPointer(bufferListInOut)
  guard let given = tap.buffers?.provide(numberFrames, to: list) else { return kMTAudioProcessingTapInvalidArgumentErr }
  flagsOut?.pointee = given.isStart ? kMTAudioProcessingTapFlag_StartOfStream : 0
  timeRangeOut?.pointee = given.time
  numberFramesOut?.pointee = given.frames
  return noErr
}
