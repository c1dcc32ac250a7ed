import Foundation
import PlayheadAudio
import PlayheadItems
import Synchronization

/// The audio processing of an item's tracks during playback: volume automation and audio taps.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: the parameters are behind a lock.
  fileprivate let lock = NSLock()
  fileprivate var stored: [AVAudioMixInputParameters]

  fileprivate init(_ parameters: [AVAudioMixInputParameters]) {
    stored = parameters
    super.init()
  }

  /// The parameters by track; tracks without parameters play unchanged.
  open var inputParameters: [AVAudioMixInputParameters] { lock.withLock { stored } }

  /// Returns the mix itself: a mix is immutable. A mutable mix returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = AVMutableAudioMix()
    copy.inputParameters = inputParameters
    return copy
  }

  /// The settings for the engine.
  var audioMixSettings: AudioMixSettings {
    var mix = AudioMixSettings()
    for parameters in inputParameters { mix.tracks[parameters.trackID] = parameters.track }
    return mix
  }
}

/// A mutable audio mix.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
  // Sendable: as its superclass.

  /// Creates a mix without parameters.
  public init() { super.init([]) }

  /// The parameters by track. Copied; if two are for the same track, the last one applies.
  open override var inputParameters: [AVAudioMixInputParameters] {
    get { super.inputParameters }
    set {
      let copies = newValue.map { $0.copy() as? AVAudioMixInputParameters ?? $0 }
      lock.withLock { stored = copies }
    }
  }

  /// Returns an immutable copy.
  open override func copy(with zone: NSZone? = nil) -> Any { AVAudioMix(inputParameters) }
}

extension AVPlayerItem {
  nonisolated func setAudioMix(_ mix: AVAudioMix?) {
    let copy = mix?.copy() as? AVAudioMix
    processing.withLock { $0.audioMix = copy }
    engineItem.mix = copy?.audioMixSettings
  }
}
