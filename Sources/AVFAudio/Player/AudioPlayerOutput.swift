import PlayheadAudio
import PlayheadClock
import Synchronization

/// The audio output of one audio player: applies fades and the balance in the device's callback, so that they are
/// audible at once, and opens mono audio in two channels, which a balance needs.
final class AudioPlayerOutput: Sendable {
  /// The renderer in use, and the values for the next one.
  private struct State: Sendable {
    /// The renderer of the open output; nil before the first.
    weak var renderer: AudioRenderer?
    /// The volume at which the next renderer starts.
    var initial = 1.0
    /// The volume to reach.
    var volume = 1.0
    /// Seconds in which it is reached; 0 after an output has begun to fade.
    var seconds = 0.0
    /// The balance.
    var balance: Float = 0
  }

  /// The renderer is set by the session's thread, the values by the player's client.
  private let state = Mutex(State())

  /// Full volume in the centre.
  init() {}

  /// Reaches a volume linearly in so many seconds of audio. Without an open output the fade starts with the output.
  func setVolume(_ volume: Double, over seconds: Double) {
    state.withLock { state in
      state.volume = volume
      guard let renderer = state.renderer else {
        state.seconds = seconds
        if seconds <= 0 { state.initial = volume }
        return
      }
      renderer.fade(to: volume, over: seconds)
      (state.initial, state.seconds) = (volume, 0)
    }
  }

  /// Sets the balance: −1 for the left channel alone, 1 for the right channel alone.
  func setBalance(_ balance: Float) {
    state.withLock { state in
      state.balance = balance
      state.renderer?.setBalance(balance)
    }
  }

  /// Uses a new renderer, which has not rendered yet.
  fileprivate func adopt(_ renderer: AudioRenderer) {
    state.withLock { state in
      renderer.startFader(at: state.initial)
      renderer.fade(to: state.volume, over: state.seconds)
      renderer.setBalance(state.balance)
      (state.renderer, state.initial, state.seconds) = (renderer, state.volume, 0)
    }
  }

  /// A provider whose outputs are controlled by this object.
  func provider(_ base: any AudioOutputProvider) -> any AudioOutputProvider { Provider(base: base, output: self) }

  /// Passes renderers on to the provider of the environment.
  private struct Provider: AudioOutputProvider {
    /// The provider of the environment.
    let base: any AudioOutputProvider
    /// The object that controls the renderers.
    let output: AudioPlayerOutput

    /// The format for the preferred one, with at least two channels.
    func format(for preferred: AudioFormat) throws -> AudioFormat {
      try base.format(
        for: AudioFormat(sampleRate: preferred.sampleRate, channelCount: max(2, preferred.channelCount)))
    }

    /// Makes an output of the environment.
    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      output.adopt(source)
      return try base.makeOutput(source: source, clock: clock)
    }

    /// The provider for a device.
    func onDevice(_ identifier: String?) -> any AudioOutputProvider {
      Provider(base: base.onDevice(identifier), output: output)
    }

    /// Whether a device may become available later.
    var canAppear: Bool { base.canAppear }
  }
}
