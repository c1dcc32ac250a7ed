import Foundation

/// The commands that the desktop can send through MPRIS, which media keys, headphones and control panels use.
///
/// Commands without an MPRIS equivalent (likes, ratings, bookmarks, languages, seeking while a key is held) are not
/// available.
public class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
  // Sendable: constants only.
  /// The process-wide instance.
  private static let center = MPRemoteCommandCenter()

  private override init() {}

  /// The process-wide instance.
  public class func shared() -> MPRemoteCommandCenter { center }

  /// Starts playback.
  public let playCommand = MPRemoteCommand()
  /// Pauses playback.
  public let pauseCommand = MPRemoteCommand()
  /// Toggles between playing and paused.
  public let togglePlayPauseCommand = MPRemoteCommand()
  /// Stops playback.
  public let stopCommand = MPRemoteCommand()
  /// Advances to the next item.
  public let nextTrackCommand = MPRemoteCommand()
  /// Returns to the previous item.
  public let previousTrackCommand = MPRemoteCommand()
  /// Skips forward by the interval of the event; used if the desktop seeks relatively.
  public let skipForwardCommand = MPSkipIntervalCommand()
  /// Skips backward by the interval of the event; used if the desktop seeks relatively.
  public let skipBackwardCommand = MPSkipIntervalCommand()
  /// Seeks to a position.
  public let changePlaybackPositionCommand = MPChangePlaybackPositionCommand()
  /// Changes the playback rate.
  public let changePlaybackRateCommand = MPChangePlaybackRateCommand()
  /// Changes the repeat mode.
  public let changeRepeatModeCommand = MPChangeRepeatModeCommand()
  /// Changes the shuffle mode.
  public let changeShuffleModeCommand = MPChangeShuffleModeCommand()
}
