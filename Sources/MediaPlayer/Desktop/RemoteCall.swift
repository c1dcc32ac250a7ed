import Foundation

/// A call from the desktop, with the names of MPRIS.
enum RemoteCall: Equatable, Sendable {
  /// The player's methods without arguments.
  case play, pause, playPause, stop, next, previous
  /// A relative seek in seconds.
  case seek(Double)
  /// A seek to a position in seconds, in the item of this path.
  case setPosition(Double, path: String)
  /// A playback rate; 0 pauses.
  case rate(Double)
  /// A value of `LoopStatus`.
  case loop(String)
  /// Whether items are to be shuffled.
  case shuffle(Bool)
  /// A volume, limited to 0 through 1.
  case volume(Double)
  /// A URL to open.
  case open(String)
  /// A `like`, `dislike` or `bookmark`, or its withdrawal.
  case feedback(String, isNegative: Bool)
  /// A rating, between the limits of the command.
  case rating(Double)
  /// The begin or the end of fast playback.
  case fastPlayback(isForward: Bool, MPSeekCommandEventType)
  /// A language to enable or disable, by its identifier.
  case language(String, isEnabled: Bool, isPermanent: Bool)
  /// Whether the window is to fill the screen.
  case fullScreen(Bool)
  /// The methods of the program: show its window, and end it.
  case raise, quit

  /// Carries out the call. Returns `commandFailed` if the program does not support it.
  @MainActor func perform(with publisher: NowPlayingPublisher = .shared) -> MPRemoteCommandHandlerStatus {
    let center = MPRemoteCommandCenter.shared()
    switch self {
    case .play: return Self.first([center.playCommand, center.togglePlayPauseCommand])
    case .pause: return Self.first([center.pauseCommand, center.togglePlayPauseCommand])
    case .playPause:
      return Self.first([
        center.togglePlayPauseCommand,
        publisher.properties["PlaybackStatus"] == .text("Playing") ? center.pauseCommand : center.playCommand,
      ])
    case .stop: return Self.first([center.stopCommand, center.pauseCommand])
    case .next: return Self.first([center.nextTrackCommand])
    case .previous: return Self.first([center.previousTrackCommand])
    case .seek(let seconds): return seek(by: seconds, center, publisher)
    case .setPosition(let seconds, let path): return setPosition(seconds, path, center, publisher)
    case .rate(let rate):
      if rate == 0 { return RemoteCall.pause.perform(with: publisher) }
      let command = center.changePlaybackRateCommand
      return command.perform(MPChangePlaybackRateCommandEvent(command, playbackRate: Float(rate)))
    case .loop(let status):
      guard let type = PlayerProperties.repeatType(status) else { return .commandFailed }
      let command = center.changeRepeatModeCommand
      return command.perform(MPChangeRepeatModeCommandEvent(command, repeatType: type))
    case .shuffle(let isShuffled):
      let command = center.changeShuffleModeCommand
      return command.perform(MPChangeShuffleModeCommandEvent(command, shuffleType: isShuffled ? .items : .off))
    case .volume(let volume): return Self.done(publisher.program.setVolume) { $0(max(0, min(1, volume))) }
    case .open(let address): return Self.done(publisher.program.open) { $0(address) }
    case .feedback(let name, let isNegative):
      guard let command = Self.feedbackCommand(name, center) else { return .noSuchContent }
      return command.perform(MPFeedbackCommandEvent(command, isNegative: isNegative))
    case .rating(let rating):
      let command = center.ratingCommand
      guard rating >= Double(command.minimumRating), rating <= Double(command.maximumRating) else {
        return .commandFailed
      }
      return command.perform(MPRatingCommandEvent(command, rating: Float(rating)))
    case .fastPlayback(let isForward, let type):
      let command = isForward ? center.seekForwardCommand : center.seekBackwardCommand
      return command.perform(MPSeekCommandEvent(command, type: type))
    case .language(let identifier, let isEnabled, let isPermanent):
      guard let option = publisher.languageOption(identifier) else { return .noSuchContent }
      let command = isEnabled ? center.enableLanguageOptionCommand : center.disableLanguageOptionCommand
      return command.perform(
        MPChangeLanguageOptionCommandEvent(
          command, languageOption: option, setting: isPermanent ? .permanent : .nowPlayingItemOnly))
    case .fullScreen(let isFullScreen): return Self.done(publisher.program.setFullScreen) { $0(isFullScreen) }
    case .raise: return Self.done(publisher.program.raise) { $0() }
    case .quit: return Self.done(publisher.program.quit) { $0() }
    }
  }

  /// The feedback command with a name of the interface; nil for an unknown name.
  private static func feedbackCommand(_ name: String, _ center: MPRemoteCommandCenter) -> MPFeedbackCommand? {
    feedbackCommands(of: center).first { $0.name == name }?.command
  }

  /// The feedback commands and their names in the interface.
  static func feedbackCommands(of center: MPRemoteCommandCenter) -> [(name: String, command: MPFeedbackCommand)] {
    [("like", center.likeCommand), ("dislike", center.dislikeCommand), ("bookmark", center.bookmarkCommand)]
  }

  /// Seeks by an interval: with a skip command if the program has one, or else to a position.
  @MainActor private func seek(
    by seconds: Double, _ center: MPRemoteCommandCenter, _ publisher: NowPlayingPublisher
  ) -> MPRemoteCommandHandlerStatus {
    let command = seconds < 0 ? center.skipBackwardCommand : center.skipForwardCommand
    if command.isOffered { return command.perform(MPSkipIntervalCommandEvent(command, interval: abs(seconds))) }
    let (path, duration, position) = publisher.current
    let target = max(0, position + seconds)
    // Past the end MPRIS specifies to continue with the next item.
    if let duration, target > duration { return RemoteCall.next.perform(with: publisher) }
    return setPosition(target, path, center, publisher)
  }

  /// Seeks to a position in seconds of the item with this object path.
  @MainActor private func setPosition(
    _ seconds: Double, _ path: String, _ center: MPRemoteCommandCenter, _ publisher: NowPlayingPublisher
  ) -> MPRemoteCommandHandlerStatus {
    let current = publisher.current
    // A call for an item that is gone, or a position out of range, is ignored without an error, as MPRIS specifies.
    guard path == current.path, seconds >= 0, seconds <= current.duration ?? .infinity else { return .success }
    let command = center.changePlaybackPositionCommand
    return command.perform(MPChangePlaybackPositionCommandEvent(command, positionTime: seconds))
  }

  /// Calls the first command that the program offers, or returns `commandFailed`.
  @MainActor private static func first(_ commands: [MPRemoteCommand]) -> MPRemoteCommandHandlerStatus {
    guard let command = commands.first(where: \.isOffered) else { return .commandFailed }
    return command.perform(MPRemoteCommandEvent(command))
  }

  /// Calls a handler of the program, or returns `commandFailed` if there is none.
  @MainActor private static func done<Handler>(
    _ handler: Handler?, _ body: (Handler) -> Void
  ) -> MPRemoteCommandHandlerStatus {
    guard let handler else { return .commandFailed }
    body(handler)
    return .success
  }
}
