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
}
