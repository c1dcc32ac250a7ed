import Foundation

/// The key of the error in the user info of `AVPlayerItem.failedToPlayToEndTimeNotification`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

// Posted on the main queue; the object is the item.
extension AVPlayerItem {
  /// The item has played to its end; posted each time the end is reached.
  public nonisolated static let didPlayToEndTimeNotification = NSNotification.Name(
    "AVPlayerItemDidPlayToEndTimeNotification")
  /// The item cannot be played to its end; the user info contains the error.
  public nonisolated static let failedToPlayToEndTimeNotification =
    NSNotification.Name("AVPlayerItemFailedToPlayToEndTimeNotification")
  /// The position jumped: a seek completed, or the item started.
  public nonisolated static let timeJumpedNotification = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
  /// Playback stalled because media did not arrive in time over the network; never posted for files.
  public nonisolated static let playbackStalledNotification = NSNotification.Name(
    "AVPlayerItemPlaybackStalledNotification")
  /// The recommended distance from the live edge has changed.
  public nonisolated static let recommendedTimeOffsetFromLiveDidChangeNotification = NSNotification.Name(
    "AVPlayerItemRecommendedTimeOffsetFromLiveDidChangeNotification")
  /// The access log has a new entry.
  public nonisolated static let newAccessLogEntryNotification = NSNotification.Name(
    "AVPlayerItemNewAccessLogEntryNotification")
  /// The error log has a new entry.
  public nonisolated static let newErrorLogEntryNotification = NSNotification.Name(
    "AVPlayerItemNewErrorLogEntryNotification")
  /// The external metadata has been set; for views. Posted by the setter.
  package nonisolated static let externalMetadataDidChangeNotification = NSNotification.Name(
    "PlayheadItemExternalMetadataDidChangeNotification")
  /// The media selection has changed.
  public nonisolated static let mediaSelectionDidChangeNotification = NSNotification.Name(
    "AVPlayerItemMediaSelectionDidChangeNotification")
}

// The names that most programs use.
extension NSNotification.Name {
  /// The item has played to its end.
  public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
  /// The item cannot be played to its end.
  public static let AVPlayerItemFailedToPlayToEndTime = AVPlayerItem.failedToPlayToEndTimeNotification
  /// The position jumped.
  public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
  /// Playback stalled because media did not arrive in time over the network.
  public static let AVPlayerItemPlaybackStalled = AVPlayerItem.playbackStalledNotification
  /// The recommended distance from the live edge has changed.
  public static let AVPlayerItemRecommendedTimeOffsetFromLiveDidChange =
    AVPlayerItem.recommendedTimeOffsetFromLiveDidChangeNotification
  /// The access log has a new entry.
  public static let AVPlayerItemNewAccessLogEntry = AVPlayerItem.newAccessLogEntryNotification
  /// The error log has a new entry.
  public static let AVPlayerItemNewErrorLogEntry = AVPlayerItem.newErrorLogEntryNotification
}
