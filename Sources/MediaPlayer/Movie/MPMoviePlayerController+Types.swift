/// The state of a movie player's playback.
public enum MPMoviePlaybackState: Int, Sendable {
  /// Not started, stopped, or played to the end.
  case stopped = 0
  /// Playing, or about to.
  case playing = 1
  /// Paused.
  case paused = 2
  /// Waiting for media.
  case interrupted = 3
  /// Playing forward fast.
  case seekingForward = 4
  /// Playing backward fast.
  case seekingBackward = 5
}

/// How much of a movie is buffered.
public struct MPMovieLoadState: OptionSet, Sendable {
  /// The raw value.
  public let rawValue: UInt
  /// Creates a value from its raw value; 0 while nothing is known.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Playback can start.
  public static var playable: MPMovieLoadState { MPMovieLoadState(rawValue: 1) }
  /// Playback is likely to continue without a stall; a movie with `shouldAutoplay` starts.
  public static var playthroughOK: MPMovieLoadState { MPMovieLoadState(rawValue: 2) }
  /// Playback waits for media.
  public static var stalled: MPMovieLoadState { MPMovieLoadState(rawValue: 4) }
}

/// The action at the end of a movie.
public enum MPMovieRepeatMode: Int, Sendable {
  /// Playback ends.
  case none = 0
  /// The movie plays again.
  case one = 1
}

/// How the video fills a movie player's view.
public enum MPMovieScalingMode: Int, Sendable {
  /// As `aspectFit`.
  case none = 0
  /// All of the video is visible.
  case aspectFit = 1
  /// The view is filled and the video is clipped.
  case aspectFill = 2
  /// The view is filled and the video is distorted.
  case fill = 3
}

/// The controls of a movie player's view.
public enum MPMovieControlStyle: Int, Sendable {
  /// No controls.
  case none = 0
  /// Controls for a view in a window.
  case embedded = 1
  /// Controls for a whole screen.
  case fullscreen = 2
  /// The style of a new player: `embedded`.
  public static var `default`: MPMovieControlStyle { .embedded }
}

/// The reason why playback has ended: the value of `MPMoviePlayerPlaybackDidFinishReasonUserInfoKey`.
public enum MPMovieFinishReason: Int, Sendable {
  /// The end was reached.
  case playbackEnded = 0
  /// Playback has failed.
  case playbackError = 1
  /// The user has closed the player.
  case userExited = 2
}

/// The kind of source of a movie.
public enum MPMovieSourceType: Int, Sendable {
  /// Not known yet.
  case unknown = 0
  /// A file, local or on a server.
  case file = 1
  /// A stream.
  case streaming = 2
}

/// The media in a movie.
public struct MPMovieMediaTypeMask: OptionSet, Sendable {
  /// The raw value.
  public let rawValue: UInt
  /// Creates a value from its raw value; 0 while nothing is known.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Video.
  public static var video: MPMovieMediaTypeMask { MPMovieMediaTypeMask(rawValue: 1) }
  /// Audio.
  public static var audio: MPMovieMediaTypeMask { MPMovieMediaTypeMask(rawValue: 2) }
}
