import Foundation

/// The notifications of movie players, posted on the main queue. Their object is the player.
extension NSNotification.Name {
  /// Posted when playback has ended; `userInfo` has the reason, and after a failure the error under `error`.
  public static let MPMoviePlayerPlaybackDidFinish = NSNotification.Name("MPMoviePlayerPlaybackDidFinishNotification")
  /// Posted when `playbackState` has changed.
  public static let MPMoviePlayerPlaybackStateDidChange = NSNotification.Name(
    "MPMoviePlayerPlaybackStateDidChangeNotification")
  /// Posted when `loadState` has changed.
  public static let MPMoviePlayerLoadStateDidChange = NSNotification.Name(
    "MPMoviePlayerLoadStateDidChangeNotification")
  /// Posted when another movie is opened.
  public static let MPMoviePlayerNowPlayingMovieDidChange = NSNotification.Name(
    "MPMoviePlayerNowPlayingMovieDidChangeNotification")
  /// Posted when `isPreparedToPlay` has changed.
  public static let MPMediaPlaybackIsPreparedToPlayDidChange = NSNotification.Name(
    "MPMediaPlaybackIsPreparedToPlayDidChangeNotification")
  /// Posted when `duration` is known.
  public static let MPMovieDurationAvailable = NSNotification.Name("MPMovieDurationAvailableNotification")
  /// Posted when `naturalSize` is known, and when it changes.
  public static let MPMovieNaturalSizeAvailable = NSNotification.Name("MPMovieNaturalSizeAvailableNotification")
  /// Posted when `movieMediaTypes` is known.
  public static let MPMovieMediaTypesAvailable = NSNotification.Name("MPMovieMediaTypesAvailableNotification")
  /// Posted when `movieSourceType` is known.
  public static let MPMovieSourceTypeAvailable = NSNotification.Name("MPMovieSourceTypeAvailableNotification")
  /// Posted when `scalingMode` has changed.
  public static let MPMoviePlayerScalingModeDidChange = NSNotification.Name(
    "MPMoviePlayerScalingModeDidChangeNotification")
}

/// The key of the raw value of the `MPMovieFinishReason`.
public let MPMoviePlayerPlaybackDidFinishReasonUserInfoKey = "MPMoviePlayerPlaybackDidFinishReasonUserInfoKey"
