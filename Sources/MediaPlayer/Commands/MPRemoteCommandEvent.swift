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
