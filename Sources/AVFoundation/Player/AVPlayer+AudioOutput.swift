import PlayheadEngine

// Audio output.
extension AVPlayer {
  /// The identifier of the audio output device on the sound server: a `uid` of `AVAudioSession`'s route, or a name from
  /// `pactl list sinks`. nil by default, for the system's default device.
  ///
  /// Can be changed during playback. A device that is missing or disappears is replaced by the default device.
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
