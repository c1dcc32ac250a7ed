import Foundation

/// One use of a command.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
  // Sendable: constants only.

  /// The command that was used.
  public let command: MPRemoteCommand
  /// When, in seconds since the system started.
  public let timestamp: TimeInterval

  package init(_ command: MPRemoteCommand) {
    self.command = command
    timestamp = ProcessInfo.processInfo.systemUptime
  }
}

/// A use of a command that skips.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// By how many seconds, without a sign.
  public let interval: TimeInterval

  package init(_ command: MPRemoteCommand, interval: TimeInterval) {
    self.interval = interval
    super.init(command)
  }
}

/// A use of the command that goes to a moment.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// Where to, in seconds.
  public let positionTime: TimeInterval

  package init(_ command: MPRemoteCommand, positionTime: TimeInterval) {
    self.positionTime = positionTime
    super.init(command)
  }
}

/// A use of the command that changes the speed.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The wanted speed.
  public let playbackRate: Float

  package init(_ command: MPRemoteCommand, playbackRate: Float) {
    self.playbackRate = playbackRate
    super.init(command)
  }
}

/// A use of the command that changes what is played again.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// What is wanted.
  public let repeatType: MPRepeatType
  /// Whether the program shall remember it.
  public let preservesRepeatMode = true

  package init(_ command: MPRemoteCommand, repeatType: MPRepeatType) {
    self.repeatType = repeatType
    super.init(command)
  }
}

/// A use of the command that changes the order.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// What is wanted.
  public let shuffleType: MPShuffleType
  /// Whether the program shall remember it.
  public let preservesShuffleMode = true

  package init(_ command: MPRemoteCommand, shuffleType: MPShuffleType) {
    self.shuffleType = shuffleType
    super.init(command)
  }
}
