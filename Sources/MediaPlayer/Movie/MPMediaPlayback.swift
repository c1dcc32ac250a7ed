import Foundation

/// The control of playback that players have in common.
public protocol MPMediaPlayback {
  /// Opens the media, so that playback starts without delay.
  func prepareToPlay()
  /// Whether the media is open and playback can start.
  var isPreparedToPlay: Bool { get }
  /// Starts or resumes playback.
  func play()
  /// Pauses playback.
  func pause()
  /// Ends playback: the next start is at the beginning.
  func stop()
  /// The position in seconds.
  var currentPlaybackTime: TimeInterval { get set }
  /// The rate of playback; 0 while paused.
  var currentPlaybackRate: Float { get set }
  /// Plays forward fast until `endSeeking()`.
  func beginSeekingForward()
  /// Plays backward fast until `endSeeking()`.
  func beginSeekingBackward()
  /// Returns to the rate before seeking.
  func endSeeking()
}
