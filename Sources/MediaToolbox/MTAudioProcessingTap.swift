import CoreMedia
import PlayheadAudio
import Synchronization

/// A tap that lets a client process the samples of an audio track.
///
/// Created with `MTAudioProcessingTapCreate`, installed with `AVMutableAudioMixInputParameters.audioTapProcessor`. Its
/// callbacks are called on a thread of the player, serially, a quarter of a second before the audio is audible. A tap
/// processes one track at a time.
///
/// - Note: Difference from Apple: samples have the mixing format, which is the track's own if the device supports it.
public final class MTAudioProcessingTap: @unchecked Sendable {
  // Sendable: `storage` is set before the object is shared, `buffers` belongs to the thread that has acquired the tap
  // with `isTaken`, and the clients' storage is their own responsibility.
  /// The client's callbacks, copied when the tap was created.
  let callbacks: MTAudioProcessingTapCallbacks
  /// Whether the tap is before or after the volume.
  private let flags: MTAudioProcessingTapCreationFlags
  /// The client's storage; a few unused bytes if it provides none.
  private(set) var storage: UnsafeMutableRawPointer
  /// The storage for clients that provide none: 16 zero bytes. Owned.
  private let ownStorage = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
  /// Whether a track has acquired the tap. A second track cannot use it until the first one releases it.
  private let isTaken = Atomic<Bool>(false)
  /// The buffers in the current format; nil between `unprepare()` and `prepare(_:maxFrames:)`.
  var buffers: TapBuffers?

  /// Creates a tap and calls the client's `init` callback on this thread.
  init(_ callbacks: MTAudioProcessingTapCallbacks, _ flags: MTAudioProcessingTapCreationFlags) {
    self.callbacks = callbacks
    self.flags = flags
    ownStorage.initializeMemory(as: UInt8.self, repeating: 0, count: 16)
    storage = ownStorage
    var chosen: UnsafeMutableRawPointer?
    callbacks.`init`?(self, callbacks.clientInfo, &chosen)
    if let chosen { storage = chosen }
  }

  deinit {
    callbacks.finalize?(self)
    ownStorage.deallocate()
  }
}

extension MTAudioProcessingTap: AudioTap {
  /// Whether samples are processed before the volume is applied.
  package var isBeforeVolume: Bool { flags & kMTAudioProcessingTapCreationFlag_PreEffects != 0 }

  /// Acquires the tap for a track and calls the client's `prepare` callback. Returns false if another track has
  /// acquired it.
  package func prepare(_ format: AudioFormat, maxFrames: Int) -> Bool {
    guard isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged else { return false }
    buffers = TapBuffers(format, maxFrames: maxFrames)
    var description = TapBuffers.description(of: format)
    callbacks.prepare?(self, maxFrames, &description)
    return true
  }

  /// Calls the client's `unprepare` callback and releases the tap. Called once for each successful `prepare`.
  package func unprepare() {
    callbacks.unprepare?(self)
    buffers = nil
    isTaken.store(false, ordering: .releasing)
  }

  /// Processes interleaved samples in place.
  ///
  /// - Parameters:
  ///   - samples: The samples of one block, interleaved. Frames beyond the maximum of `prepare` become silent.
  ///   - time: The time of the first sample on the item's timeline.
  ///   - isStart: Whether the samples do not follow the previous ones.
  package func process(_ samples: UnsafeMutableBufferPointer<Float>, at time: CMTime, isStart: Bool) {
    guard let buffers else { return }
    let frames = buffers.take(samples, at: time, isStart: isStart)
    let list = buffers.makeOutput(frames)
    var given: CMItemCount = 0
    var flags: MTAudioProcessingTapFlags = 0
    callbacks.process(
      self, frames, isStart ? kMTAudioProcessingTapFlag_StartOfStream : 0, list.unsafeMutablePointer, &given, &flags)
    buffers.give(list, frames: max(0, min(given, frames)), to: samples)
  }
}
