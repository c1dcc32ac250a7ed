import Foundation

/// A received command.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
  // Sendable: constants only.

  /// The command that was received.
  open var command: MPRemoteCommand { storedCommand }
  /// The value of `command`.
  private let storedCommand: MPRemoteCommand
  /// The time of the event, in seconds since the system started.
  open var timestamp: TimeInterval { storedTimestamp }
  /// The value of `timestamp`.
  private let storedTimestamp: TimeInterval

  /// Creates an event with the current time.
  package init(_ command: MPRemoteCommand) {
    storedCommand = command
    storedTimestamp = ProcessInfo.processInfo.systemUptime
  }
}

/// A received skip command.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  // Sendable: constants only.

  /// The interval in seconds, always positive.
  open var interval: TimeInterval { storedInterval }
  /// The value of `interval`.
  private let storedInterval: TimeInterval

  /// Creates an event with an interval in seconds.
  package init(_ command: MPRemoteCommand, interval: TimeInterval) {
    storedInterval = interval
    super.init(command)
  }
}

/// A received command that seeks to a position.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  // Sendable: constants only.

  /// The target in seconds.
  open var positionTime: TimeInterval { storedPositionTime }
  /// The value of `positionTime`.
  private let storedPositionTime: TimeInterval

  /// Creates an event with a target in seconds.
  package init(_ command: MPRemoteCommand, positionTime: TimeInterval) {
    storedPositionTime = positionTime
    super.init(command)
  }
}

/// A received command that changes the playback rate.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  // Sendable: constants only.

  /// The requested rate.
  open var playbackRate: Float { storedPlaybackRate }
  /// The value of `playbackRate`.
  private let storedPlaybackRate: Float

  /// Creates an event with a rate.
  package init(_ command: MPRemoteCommand, playbackRate: Float) {
    storedPlaybackRate = playbackRate
    super.init(command)
  }
}

/// A received command that changes the repeat mode.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  // Sendable: constants only.

  /// The requested mode.
  open var repeatType: MPRepeatType { storedRepeatType }
  /// The value of `repeatType`.
  private let storedRepeatType: MPRepeatType
  /// Whether the program is to save the mode. Always true.
  open var preservesRepeatMode: Bool { true }

  /// Creates an event with a mode.
  package init(_ command: MPRemoteCommand, repeatType: MPRepeatType) {
    storedRepeatType = repeatType
    super.init(command)
  }
}

/// A received command that changes the shuffle mode.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  // Sendable: constants only.

  /// The requested mode.
  open var shuffleType: MPShuffleType { storedShuffleType }
  /// The value of `shuffleType`.
  private let storedShuffleType: MPShuffleType
  /// Whether the program is to save the mode. Always true.
  open var preservesShuffleMode: Bool { true }

  /// Creates an event with a mode.
  package init(_ command: MPRemoteCommand, shuffleType: MPShuffleType) {
    storedShuffleType = shuffleType
    super.init(command)
  }
}

/// A received like, dislike or bookmark.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  // Sendable: constants only.

  /// Whether the feedback is withdrawn, such as a like that is no longer wanted.
  open var isNegative: Bool { storedIsNegative }
  /// The value of `isNegative`.
  private let storedIsNegative: Bool

  /// Creates an event.
  package init(_ command: MPRemoteCommand, isNegative: Bool) {
    storedIsNegative = isNegative
    super.init(command)
  }
}

/// A received rating.
open class MPRatingCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  // Sendable: constants only.

  /// The rating, between the limits of the command.
  open var rating: Float { storedRating }
  /// The value of `rating`.
  private let storedRating: Float

  /// Creates an event with a rating.
  package init(_ command: MPRemoteCommand, rating: Float) {
    storedRating = rating
    super.init(command)
  }
}

/// Whether a key for fast playback was pressed or released, with Apple's values.
public enum MPSeekCommandEventType: UInt, Sendable {
  /// The key was pressed: fast playback begins.
  case beginSeeking = 0
  /// The key was released: fast playback ends.
  case endSeeking = 1
}

/// A received command to play fast while a key is held.
open class MPSeekCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  // Sendable: constants only.

  /// Whether fast playback begins or ends.
  open var type: MPSeekCommandEventType { storedType }
  /// The value of `type`.
  private let storedType: MPSeekCommandEventType

  /// Creates an event.
  package init(_ command: MPRemoteCommand, type: MPSeekCommandEventType) {
    storedType = type
    super.init(command)
  }
}

/// How long a change of the language applies, with Apple's values.
public enum MPChangeLanguageOptionSetting: Int, Sendable {
  /// Not specified.
  case none = 0
  /// To the current item only.
  case nowPlayingItemOnly = 1
  /// To all items that follow, too.
  case permanent = 2
}

/// A received command that enables or disables a language option.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  // Sendable: constants only.

  /// The option: one of those that the program has published.
  open var languageOption: MPNowPlayingInfoLanguageOption { storedLanguageOption }
  /// The value of `languageOption`.
  private let storedLanguageOption: MPNowPlayingInfoLanguageOption
  /// How long the change applies.
  open var setting: MPChangeLanguageOptionSetting { storedSetting }
  /// The value of `setting`.
  private let storedSetting: MPChangeLanguageOptionSetting

  /// Creates an event with an option.
  package init(
    _ command: MPRemoteCommand, languageOption: MPNowPlayingInfoLanguageOption, setting: MPChangeLanguageOptionSetting
  ) {
    storedLanguageOption = languageOption
    storedSetting = setting
    super.init(command)
  }
}
