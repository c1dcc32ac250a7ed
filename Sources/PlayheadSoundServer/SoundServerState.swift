/// The volume and the activity of the sound server.
package struct SoundServerState: Sendable, Equatable {
  /// The volume of the default device, 0 to 1; 0 while it is muted.
  package var volume: Float
  /// Whether another process plays audio.
  package var isOtherAudioPlaying: Bool
  /// Whether another process plays music, video or speech, and not only sounds of events.
  package var isOtherMediaPlaying: Bool

  /// Creates a state.
  package init(volume: Float, isOtherAudioPlaying: Bool, isOtherMediaPlaying: Bool) {
    self.volume = volume
    self.isOtherAudioPlaying = isOtherAudioPlaying
    self.isOtherMediaPlaying = isOtherMediaPlaying
  }
}

/// A source of the sound server's state.
package protocol SoundServerSource: Sendable {
  /// The last known state; nil without a server. The first call connects, and waits for the answer.
  ///
  /// - Parameter milliseconds: The longest time that the first call waits.
  func state(waitingAtMost milliseconds: Int) -> SoundServerState?
  /// Registers `call` for changes of the state, once. It is called on a thread that must not be blocked.
  func observe(_ call: @escaping @Sendable (SoundServerState) -> Void)
}
