import Foundation
import MediaToolbox
import PlayheadEngine

/// What becomes of the sound of one track.
open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: everything is behind a lock.
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

  /// Whose sound it is; a number that no track of the item has means nothing.
  open var trackID: CMPersistentTrackID { current.trackID }

  /// How the sound is made faster and slower; nil for what the item says.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? { current.pitchAlgorithm }

  /// What processes the samples; nil for nothing.
  open var audioTapProcessor: MTAudioProcessingTap? { current.tap }

  /// The ramp that a time lies in, or the stretch over which the volume stays what it was set to.
  ///
  /// - Parameters:
  ///   - time: A time with a value.
  ///   - startVolume: Gets the volume at the beginning of the ramp.
  ///   - endVolume: Gets the volume at its end.
  ///   - timeRange: Gets when it is; without an end the duration is positive infinity.
  /// - Returns: false before the first volume that was set: there it is 1. Nothing is written then.
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

  /// Itself: parameters do not change. Mutable ones give a copy that does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A copy that can be changed. The tap is the same.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableAudioMixInputParameters(current) }

  /// For the engine.
  var track: AudioMixSettings.Track {
    let state = current
    var track = AudioMixSettings.Track()
    track.volume = state.volume
    track.tap = state.tap
    track.pitch = state.pitchAlgorithm?.algorithm
    return track
  }
}

/// Parameters that a program makes.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
  // Sendable: as its superclass.

  /// Parameters for no track: set `trackID`.
  public init() { super.init(State()) }

  fileprivate override init(_ state: State) { super.init(state) }

  /// Parameters for a track.
  public convenience init(track: AVAssetTrack?) {
    self.init()
    if let track { trackID = track.trackID }
  }

  /// Whose sound it is.
  open override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { lock.withLock { state.trackID = newValue } }
  }

  /// How the sound is made faster and slower; nil for what the item says.
  open override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
    get { super.audioTimePitchAlgorithm }
    set { lock.withLock { state.pitchAlgorithm = newValue } }
  }

  /// What processes the samples; nil for nothing. A tap is in one place at a time: a second track that is given it is heard as it is
  /// while the first one has it.
  open override var audioTapProcessor: MTAudioProcessingTap? {
    get { super.audioTapProcessor }
    set { lock.withLock { state.tap = newValue } }
  }

  /// Sets the volume from a time on.
  ///
  /// - Parameters:
  ///   - volume: 1 is as loud as it is stored; values below 0 count as 0.
  ///   - time: On the item's timeline. One without a value is a programmer's error.
  open func setVolume(_ volume: Float, at time: CMTime) {
    precondition(time.isNumeric, "The time of a volume must have a value")
    lock.withLock { state.volume.set(Self.usable(volume), at: time) }
  }

  /// Lets the volume go evenly from one value to another; after the ramp it stays.
  ///
  /// - Parameters:
  ///   - startVolume: At the beginning.
  ///   - endVolume: At the end.
  ///   - timeRange: On the item's timeline, in the place of what was set there before. One without values is a programmer's error.
  open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
    precondition(
      timeRange.start.isNumeric && timeRange.duration.isNumeric && timeRange.duration >= .zero,
      "The time range of a volume ramp must have values")
    let (from, to) = (Self.usable(startVolume), Self.usable(endVolume))
    lock.withLock { state.volume.add(.init(start: timeRange.start, end: timeRange.end, from: from, to: to)) }
  }

  private static func usable(_ volume: Float) -> Float { volume.isFinite ? max(0, volume) : 1 }

  /// A copy that does not change. The tap is the same.
  open override func copy(with zone: NSZone? = nil) -> Any { AVAudioMixInputParameters(current) }
}
