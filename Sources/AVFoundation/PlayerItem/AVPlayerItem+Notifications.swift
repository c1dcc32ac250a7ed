import Foundation

/// The key of the error in the information of `AVPlayerItem.failedToPlayToEndTimeNotification`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

// Posted on the main queue; the object is the item.
extension AVPlayerItem {
  /// The item was played to its end; once for each arrival there.
  public nonisolated static let didPlayToEndTimeNotification = NSNotification.Name(
    "AVPlayerItemDidPlayToEndTimeNotification")
  /// The item cannot be played to its end; the information has the error.
  public nonisolated static let failedToPlayToEndTimeNotification =
    NSNotification.Name("AVPlayerItemFailedToPlayToEndTimeNotification")
  /// The position jumped: a seek landed, or the item started.
  public nonisolated static let timeJumpedNotification = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
  /// Media did not come in time over the network; never posted for files.
  public nonisolated static let playbackStalledNotification = NSNotification.Name(
    "AVPlayerItemPlaybackStalledNotification")
  /// What the server of a live stream recommends has changed.
  public nonisolated static let recommendedTimeOffsetFromLiveDidChangeNotification = NSNotification.Name(
    "AVPlayerItemRecommendedTimeOffsetFromLiveDidChangeNotification")
  /// The access log has another entry.
  public nonisolated static let newAccessLogEntryNotification = NSNotification.Name(
    "AVPlayerItemNewAccessLogEntryNotification")
  /// The error log has another entry.
  public nonisolated static let newErrorLogEntryNotification = NSNotification.Name(
    "AVPlayerItemNewErrorLogEntryNotification")
  /// Another option was chosen.
  public nonisolated static let mediaSelectionDidChangeNotification = NSNotification.Name(
    "AVPlayerItemMediaSelectionDidChangeNotification")
}

// The spelling of most programs.
extension NSNotification.Name {
  /// The item was played to its end.
  public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
  /// The item cannot be played to its end.
  public static let AVPlayerItemFailedToPlayToEndTime = AVPlayerItem.failedToPlayToEndTimeNotification
  /// The position jumped.
  public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
  /// Media did not come in time over the network.
  public static let AVPlayerItemPlaybackStalled = AVPlayerItem.playbackStalledNotification
  /// What the server of a live stream recommends has changed.
  public static let AVPlayerItemRecommendedTimeOffsetFromLiveDidChange =
    AVPlayerItem.recommendedTimeOffsetFromLiveDidChangeNotification
  /// The access log has another entry.
  public static let AVPlayerItemNewAccessLogEntry = AVPlayerItem.newAccessLogEntryNotification
  /// The error log has another entry.
  public static let AVPlayerItemNewErrorLogEntry = AVPlayerItem.newErrorLogEntryNotification
}
