import Foundation

/// A received command.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
  // Sendable: constants only.

  /// The command that was received.
  public let command: MPRemoteCommand
  /// The time of the event, in seconds since the system started.
  public let timestamp: TimeInterval

  /// Creates an event with the current time.
  package init(_ command: MPRemoteCommand) {
    self.command = command
    timestamp = ProcessInfo.processInfo.systemUptime
  }
}

/// A received skip command.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The interval in seconds, always positive.
  public let interval: TimeInterval

  /// Creates an event with an interval in seconds.
  package init(_ command: MPRemoteCommand, interval: TimeInterval) {
    self.interval = interval
    super.init(command)
  }
}

/// A received command that seeks to a position.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The target in seconds.
  public let positionTime: TimeInterval

  /// Creates an event with a target in seconds.
  package init(_ command: MPRemoteCommand, positionTime: TimeInterval) {
    self.positionTime = positionTime
    super.init(command)
  }
}

/// A received command that changes the playback rate.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The requested rate.
  public let playbackRate: Float

  /// Creates an event with a rate.
  package init(_ command: MPRemoteCommand, playbackRate: Float) {
    self.playbackRate = playbackRate
    super.init(command)
  }
}

/// A received command that changes the repeat mode.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The requested mode.
  public let repeatType: MPRepeatType
  /// Whether the program is to save the mode. Always true.
  public let preservesRepeatMode = true

  /// Creates an event with a mode.
  package init(_ command: MPRemoteCommand, repeatType: MPRepeatType) {
    self.repeatType = repeatType
    super.init(command)
  }
}

/// A received command that changes the shuffle mode.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The requested mode.
  public let shuffleType: MPShuffleType
  /// Whether the program is to save the mode. Always true.
  public let preservesShuffleMode = true

  /// Creates an event with a mode.
  package init(_ command: MPRemoteCommand, shuffleType: MPShuffleType) {
    self.shuffleType = shuffleType
    super.init(command)
  }
}
