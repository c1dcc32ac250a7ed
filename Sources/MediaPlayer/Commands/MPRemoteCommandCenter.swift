import Foundation

/// The commands that the desktop can send: through MPRIS, which media keys, headphones and control panels speak.
///
/// Commands that MPRIS has no word for (likes, ratings, bookmarks, languages, searching by holding a key) are not here.
public class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
  // Sendable: constants only.
  private static let center = MPRemoteCommandCenter()

  private override init() {}

  /// The program's only one.
  public class func shared() -> MPRemoteCommandCenter { center }

  public let playCommand = MPRemoteCommand()
  public let pauseCommand = MPRemoteCommand()
  public let togglePlayPauseCommand = MPRemoteCommand()
  public let stopCommand = MPRemoteCommand()
  public let nextTrackCommand = MPRemoteCommand()
  public let previousTrackCommand = MPRemoteCommand()
  /// Seeking forward by what the desktop says, where there is no command for positions.
  public let skipForwardCommand = MPSkipIntervalCommand()
  public let skipBackwardCommand = MPSkipIntervalCommand()
  public let changePlaybackPositionCommand = MPChangePlaybackPositionCommand()
  public let changePlaybackRateCommand = MPChangePlaybackRateCommand()
  public let changeRepeatModeCommand = MPChangeRepeatModeCommand()
  public let changeShuffleModeCommand = MPChangeShuffleModeCommand()
}
