import PlayheadEngine

// Where the sound goes.
extension AVPlayer {
  /// The device that the player is heard on, as the sound server calls it: an `uid` of `AVAudioSession`'s route, or a name from
  /// `pactl list sinks`. nil, which it is unless set, for the one that the system has chosen.
  ///
  /// May be changed while playing. A device that is not there, or goes away, is replaced by the system's own choice.
  nonisolated public var audioOutputDeviceUniqueID: String? {
    get { state.withLock { $0.audioDevice } }
    set {
      state.withLock {
        $0.audioDevice = newValue
        session.setAudioDevice(newValue)
      }
    }
  }
}
