import CoreMedia

/// How a tap is made.
public typealias MTAudioProcessingTapCreationFlags = UInt32

/// What is special about a block of samples.
public typealias MTAudioProcessingTapFlags = UInt32

/// The tap gets samples before their volume is changed.
public let kMTAudioProcessingTapCreationFlag_PreEffects: MTAudioProcessingTapCreationFlags = 1 << 0
/// The tap gets samples as the mix has made them.
public let kMTAudioProcessingTapCreationFlag_PostEffects: MTAudioProcessingTapCreationFlags = 1 << 1

/// The samples do not follow the last ones: the first of an item, and after a jump.
public let kMTAudioProcessingTapFlag_StartOfStream: MTAudioProcessingTapFlags = 1 << 8

/// The only version of the callbacks.
public let kMTAudioProcessingTapCallbacksVersion_0: Int32 = 0

/// An argument makes no sense, or a function was called where it may not be.
public let kMTAudioProcessingTapInvalidArgumentErr: OSStatus = -12780

/// Called when the tap is made. What it writes to the last argument, `MTAudioProcessingTapGetStorage` returns.
public typealias MTAudioProcessingTapInitCallback =
  @Sendable (
    _ tap: MTAudioProcessingTap, _ clientInfo: UnsafeMutableRawPointer?,
    _ tapStorageOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Void

/// Called when the tap goes away.
public typealias MTAudioProcessingTapFinalizeCallback = @Sendable (_ tap: MTAudioProcessingTap) -> Void

/// Called before the first samples in a format.
public typealias MTAudioProcessingTapPrepareCallback =
  @Sendable (
    _ tap: MTAudioProcessingTap, _ maxFrames: CMItemCount,
    _ processingFormat: UnsafePointer<AudioStreamBasicDescription>
  ) -> Void

/// Called after the last samples in a format.
public typealias MTAudioProcessingTapUnprepareCallback = @Sendable (_ tap: MTAudioProcessingTap) -> Void

/// Called for every block: to get its samples from `MTAudioProcessingTapGetSourceAudio` and to leave others in the list, with how many
/// they are. What is not given is silent.
public typealias MTAudioProcessingTapProcessCallback =
  @Sendable (
    _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount, _ flags: MTAudioProcessingTapFlags,
    _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>, _ numberFramesOut: UnsafeMutablePointer<CMItemCount>,
    _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>
  ) -> Void

/// What a tap calls.
///
/// - Note: Difference from Apple: the callbacks are Swift closures and no C functions, because a C function cannot take a Swift object.
///   Closures and functions are written as they are there.
public struct MTAudioProcessingTapCallbacks {
  /// `kMTAudioProcessingTapCallbacksVersion_0`.
  public var version: Int32
  /// Handed to `init`.
  public var clientInfo: UnsafeMutableRawPointer?
  public var `init`: MTAudioProcessingTapInitCallback?
  public var finalize: MTAudioProcessingTapFinalizeCallback?
  public var prepare: MTAudioProcessingTapPrepareCallback?
  public var unprepare: MTAudioProcessingTapUnprepareCallback?
  public var process: MTAudioProcessingTapProcessCallback

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

/// Makes a tap.
///
/// - Parameters:
///   - allocator: `nil` or `kCFAllocatorDefault`.
///   - callbacks: Copied.
///   - flags: Whether samples come before or after their volume is changed: one of the two.
///   - tapOut: Gets the tap.
/// - Returns: `noErr`, or `kMTAudioProcessingTapInvalidArgumentErr` for another version and for flags that are not one of the two.
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

/// Makes a tap, as programs for older systems write it.
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

/// What the tap's `init` callback has chosen to keep with it; some bytes of zeros where it has chosen nothing.
public func MTAudioProcessingTapGetStorage(_ tap: MTAudioProcessingTap) -> UnsafeMutableRawPointer { tap.storage }

/// Gets samples of the block that is processed. Only within the `process` callback.
///
/// - Parameters:
///   - tap: The tap whose callback runs.
///   - numberFrames: How many; a second call gets those that follow.
///   - bufferListInOut: The list of the callback, or another one: buffers with memory are filled, others get memory that stays valid
///     until the callback returns.
///   - flagsOut: Gets what is special about the samples.
///   - timeRangeOut: Gets their times on the item's timeline.
///   - numberFramesOut: Gets how many there were: fewer where the block has no more.
/// - Returns: `noErr`, or `kMTAudioProcessingTapInvalidArgumentErr`.
@discardableResult
public func MTAudioProcessingTapGetSourceAudio(
  _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount, _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>,
  _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>?, _ timeRangeOut: UnsafeMutablePointer<CMTimeRange>?,
  _ numberFramesOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  let list = UnsafeMutableAudioBufferListPointer(bufferListInOut)
  guard let given = tap.work?.hand(numberFrames, to: list) else { return kMTAudioProcessingTapInvalidArgumentErr }
  flagsOut?.pointee = given.isStart ? kMTAudioProcessingTapFlag_StartOfStream : 0
  timeRangeOut?.pointee = given.time
  numberFramesOut?.pointee = given.frames
  return noErr
}
