import Foundation
import PlayheadEngine

/// What becomes of the sound of an item's tracks while it plays: how loud each is when, and who processes its samples.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: the parameters are behind a lock.
  fileprivate let lock = NSLock()
  fileprivate var stored: [AVAudioMixInputParameters]

  fileprivate init(_ parameters: [AVAudioMixInputParameters]) {
    stored = parameters
    super.init()
  }

  /// Parameters for tracks; those that no parameters name are heard as they are.
  open var inputParameters: [AVAudioMixInputParameters] { lock.withLock { stored } }

  /// Itself: a mix does not change. A mutable one gives a copy that does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A copy that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = AVMutableAudioMix()
    copy.inputParameters = inputParameters
    return copy
  }

  /// For the engine.
  var soundMix: AudioMixSettings {
    var mix = AudioMixSettings()
    for parameters in inputParameters { mix.tracks[parameters.trackID] = parameters.track }
    return mix
  }
}

/// A mix that a program makes.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
  // Sendable: as its superclass.

  /// A mix without parameters.
  public init() { super.init([]) }

  /// Parameters for tracks. Copied; where two are for one track the last counts.
  open override var inputParameters: [AVAudioMixInputParameters] {
    get { super.inputParameters }
    set {
      let copies = newValue.map { $0.copy() as? AVAudioMixInputParameters ?? $0 }
      lock.withLock { stored = copies }
    }
  }

  /// A copy that does not change.
  open override func copy(with zone: NSZone? = nil) -> Any { AVAudioMix(inputParameters) }
}

extension AVPlayerItem {
  /// What becomes of the item's sound; nil, which it is unless set, for nothing. Copied. May be set while it plays, and is heard within a
  /// quarter of a second.
  nonisolated public var audioMix: AVAudioMix? {
    get { storedAudioMix.withLock { $0 } }
    set { setAudioMix(newValue) }
  }

  nonisolated func setAudioMix(_ mix: AVAudioMix?) {
    let copy = mix?.copy() as? AVAudioMix
    storedAudioMix.withLock { $0 = copy }
    engineItem.mix = copy?.soundMix
  }
}
