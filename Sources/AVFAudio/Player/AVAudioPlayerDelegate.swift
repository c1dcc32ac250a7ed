import Foundation

/// Receives the end of an audio player's playback, on the main queue. All methods are optional.
///
/// Interruptions do not exist on Linux, where sound servers mix all audio: their methods are not declared.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
  /// Called when the player has played to the end of its last loop, or has failed. Not called by `stop()` or `pause()`.
  ///
  /// - Parameters:
  ///   - player: The player, which may be played again from this method.
  ///   - flag: False if the audio could not be decoded or read.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

  /// Called when the audio cannot be decoded or read, before `audioPlayerDidFinishPlaying(_:successfully:)`.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
  /// Does nothing.
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  /// Does nothing.
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}
