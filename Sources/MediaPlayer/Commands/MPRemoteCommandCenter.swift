import Foundation

/// The commands that the desktop can send through MPRIS, which media keys, headphones and control panels use.
///
/// Commands without an MPRIS equivalent (likes, ratings, bookmarks, languages, fast playback while a key is held) are
/// received through the interface `org.playhead.MediaPlayer` of the same object, which key bindings and programs call:
///
/// ```
/// busctl --user call org.mpris.MediaPlayer2.NAME /org/mpris/MediaPlayer2 \
///   org.playhead.MediaPlayer SendFeedback sb like false
/// ```
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
  /// Plays fast forward while a key is held. The event is an `MPSeekCommandEvent`.
  public let seekForwardCommand = MPRemoteCommand()
  /// Plays fast backward while a key is held. The event is an `MPSeekCommandEvent`.
  public let seekBackwardCommand = MPRemoteCommand()
  /// Rates the item. The event is an `MPRatingCommandEvent`.
  public let ratingCommand = MPRatingCommand()
  /// Likes the item, or withdraws that. The event is an `MPFeedbackCommandEvent`.
  public let likeCommand = MPFeedbackCommand()
  /// Dislikes the item, or withdraws that. The event is an `MPFeedbackCommandEvent`.
  public let dislikeCommand = MPFeedbackCommand()
  /// Bookmarks the item, or withdraws that. The event is an `MPFeedbackCommandEvent`.
  public let bookmarkCommand = MPFeedbackCommand()
  /// Enables a language. The event is an `MPChangeLanguageOptionCommandEvent`.
  public let enableLanguageOptionCommand = MPRemoteCommand()
  /// Disables a language. The event is an `MPChangeLanguageOptionCommandEvent`.
  public let disableLanguageOptionCommand = MPRemoteCommand()
}
