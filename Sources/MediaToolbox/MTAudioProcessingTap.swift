import CoreMedia
import PlayheadEngine
import Synchronization

/// A place in the way of a track's sound where a program gets the samples and gives others.
///
/// Made with `MTAudioProcessingTapCreate`, put in place with `AVMutableAudioMixInputParameters.audioTapProcessor`. Its callbacks are
/// called on a thread of the player, one at a time, a quarter of a second before their sound is heard. One track at a time has it.
///
/// - Note: Difference from Apple: samples come in the format in which sound is mixed, which is the track's own where the device takes
///   it.
public final class MTAudioProcessingTap: @unchecked Sendable {
  // Sendable: `storage` is set before anybody else can see the object, `work` belongs to the one thread that has taken the tap with
  // `isTaken`, and what clients keep there is theirs.
  let callbacks: MTAudioProcessingTapCallbacks
  private let flags: MTAudioProcessingTapCreationFlags
  /// What the program keeps with the tap; some bytes of no meaning where it keeps nothing.
  private(set) var storage: UnsafeMutableRawPointer
  private let ownStorage = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
  private let isTaken = Atomic<Bool>(false)
  var work: TapWork?

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
    work = TapWork(format, maxFrames: maxFrames)
    var description = TapWork.description(of: format)
    callbacks.prepare?(self, maxFrames, &description)
    return true
  }

  package func unprepare() {
    callbacks.unprepare?(self)
    work = nil
    isTaken.store(false, ordering: .releasing)
  }

  package func process(_ samples: UnsafeMutableBufferPointer<Float>, at time: CMTime, isStart: Bool) {
    guard let work else { return }
    let frames = work.take(samples, at: time, isStart: isStart)
    let list = work.makeOutput(frames)
    var given: CMItemCount = 0
    var flags: MTAudioProcessingTapFlags = 0
    callbacks.process(
      self, frames, isStart ? kMTAudioProcessingTapFlag_StartOfStream : 0, list.unsafeMutablePointer, &given, &flags)
    work.give(list, frames: max(0, min(given, frames)), to: samples)
  }
}
