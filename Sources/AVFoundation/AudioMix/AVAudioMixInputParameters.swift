import Foundation
import MediaToolbox
import PlayheadAudio

/// The audio processing of one track.
open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: all state is behind a lock.
  fileprivate struct State: Sendable {
    var trackID = kCMPersistentTrackID_Invalid
    var volume = VolumeCurve()
    var pitchAlgorithm: AVAudioTimePitchAlgorithm?
    var tap: MTAudioProcessingTap?
  }
  fileprivate let lock = NSLock()
  fileprivate var state: State

  fileprivate init(_ state: State) {
    self.state = state
    super.init()
  }

  fileprivate var current: State { lock.withLock { state } }

  /// The track that the parameters apply to; an identifier that no track of the item has is ignored.
  open var trackID: CMPersistentTrackID { current.trackID }

  /// The time pitch algorithm; nil for that of the item.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? { current.pitchAlgorithm }

  /// The tap that processes the samples; nil for none.
  open var audioTapProcessor: MTAudioProcessingTap? { current.tap }

  /// Returns the volume ramp that contains a time, or the interval of constant volume.
  ///
  /// - Parameters:
  ///   - time: A numeric time.
  ///   - startVolume: Receives the volume at the start of the ramp.
  ///   - endVolume: Receives the volume at its end.
  ///   - timeRange: Receives the range of the ramp; its duration is positive infinity if it has no end.
  /// - Returns: False before the first volume that was set, where the volume is 1. Nothing is written in that case.
  open func getVolumeRamp(
    for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard time.isNumeric, let ramp = current.volume.ramp(at: time) else { return false }
    startVolume?.pointee = ramp.from
    endVolume?.pointee = ramp.to
    timeRange?.pointee = CMTimeRange(
      start: ramp.start, duration: ramp.end.isNumeric ? ramp.end - ramp.start : .positiveInfinity)
    return true
  }

  /// Returns the object itself: parameters are immutable. Mutable parameters return an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable copy with the same tap.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableAudioMixInputParameters(current) }

  /// The settings for the engine.
  var track: AudioMixSettings.Track {
    let state = current
    var track = AudioMixSettings.Track()
    track.volume = state.volume
    track.tap = state.tap
    track.pitch = state.pitchAlgorithm?.algorithm
    return track
  }
}

/// Mutable parameters of one track.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
  // Sendable: as its superclass.

  /// Creates parameters for no track: set `trackID`.
  public init() { super.init(State()) }

  fileprivate override init(_ state: State) { super.init(state) }

  /// Creates parameters for a track.
  public convenience init(track: AVAssetTrack?) {
    self.init()
    if let track { trackID = track.trackID }
  }

  /// The track that the parameters apply to.
  open override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { lock.withLock { state.trackID = newValue } }
  }

  /// The time pitch algorithm; nil for that of the item.
  open override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
    get { super.audioTimePitchAlgorithm }
    set { lock.withLock { state.pitchAlgorithm = newValue } }
  }

  /// The tap that processes the samples; nil for none. A tap processes one track at a time: a second track with the
  /// same tap plays unprocessed while the first one uses it.
  open override var audioTapProcessor: MTAudioProcessingTap? {
    get { super.audioTapProcessor }
    set { lock.withLock { state.tap = newValue } }
  }

  /// Sets the volume from a time on.
  ///
  /// - Parameters:
  ///   - volume: 1 for unchanged loudness; negative values count as 0.
  ///   - time: On the item's timeline. Must be numeric.
  open func setVolume(_ volume: Float, at time: CMTime) {
    precondition(time.isNumeric, "The time of a volume must have a value")
    lock.withLock { state.volume.set(Self.usable(volume), at: time) }
  }

  /// Ramps the volume linearly between two values; the end value then stays in effect.
  ///
  /// - Parameters:
  ///   - startVolume: The volume at the start.
  ///   - endVolume: The volume at the end.
  ///   - timeRange: On the item's timeline; replaces earlier settings there. Must be numeric.
  open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
    precondition(
      timeRange.start.isNumeric && timeRange.duration.isNumeric && timeRange.duration >= .zero,
      "The time range of a volume ramp must have values")
    let (from, to) = (Self.usable(startVolume), Self.usable(endVolume))
    lock.withLock { state.volume.add(.init(start: timeRange.start, end: timeRange.end, from: from, to: to)) }
  }

  private static func usable(_ volume: Float) -> Float { volume.isFinite ? max(0, volume) : 1 }

  /// Returns an immutable copy with the same tap.
  open override func copy(with zone: NSZone? = nil) -> Any { AVAudioMixInputParameters(current) }
}
