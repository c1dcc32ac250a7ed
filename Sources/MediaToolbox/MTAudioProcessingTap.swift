import CoreMedia
import PlayheadEngine
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
  let callbacks: MTAudioProcessingTapCallbacks
  private let flags: MTAudioProcessingTapCreationFlags
  /// The client's storage; a few unused bytes if it provides none.
  private(set) var storage: UnsafeMutableRawPointer
  private let ownStorage = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
  private let isTaken = Atomic<Bool>(false)
  var buffers: TapBuffers?

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
  package var isBeforeVolume: Bool { flags & kMTAudioProcessingTapCreationFlag_PreEffects != 0 }

  package func prepare(_ format: AudioFormat, maxFrames: Int) -> Bool {
    guard isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged else { return false }
    buffers = TapBuffers(format, maxFrames: maxFrames)
    var description = TapBuffers.description(of: format)
    callbacks.prepare?(self, maxFrames, &description)
    return true
  }

  package func unprepare() {
    callbacks.unprepare?(self)
    buffers = nil
    isTaken.store(false, ordering: .releasing)
  }

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
