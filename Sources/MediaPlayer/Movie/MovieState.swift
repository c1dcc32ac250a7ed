import AVFoundation

/// The observable state of a movie player at one moment. Pure: the notifications are its differences.
struct MovieState: Equatable {
  /// The state of playback.
  var playback = MPMoviePlaybackState.stopped
  /// How much is buffered.
  var load: MPMovieLoadState = []
  /// Whether playback can start.
  var isPrepared = false
  /// The duration in seconds; 0 while unknown.
  var duration = 0.0
  /// The size of the video; zero while unknown, and without video.
  var size = CGSize.zero
  /// The media in it.
  var mediaTypes: MPMovieMediaTypeMask = []
  /// The kind of source.
  var source = MPMovieSourceType.unknown

  /// A movie that is not open.
  init() {}

  /// The state of an item without that of its playback; that of a movie that is not open for an item that is not ready.
  init(of item: AVPlayerItem?) {
    guard let item, item.status == .readyToPlay else { return }
    let seconds = item.duration.seconds
    isPrepared = true
    duration = seconds.isFinite ? seconds : 0
    size = item.presentationSize
    source = ["LIVE", "VOD"].contains(item.accessLog()?.events.first?.playbackType) ? .streaming : .file
    load = item.isPlaybackLikelyToKeepUp ? [.playable, .playthroughOK] : .playable
    for track in item.tracks {
      switch track.assetTrack?.mediaType {
      case .video?: mediaTypes.insert(.video)
      case .audio?: mediaTypes.insert(.audio)
      default: break
      }
    }
  }

  /// The notifications for the changes since an earlier state, in the order in which Apple's player learns of them.
  func notifications(since old: MovieState) -> [NSNotification.Name] {
    var names: [NSNotification.Name] = []
    if source != old.source, source != .unknown { names.append(.MPMovieSourceTypeAvailable) }
    if mediaTypes != old.mediaTypes, !mediaTypes.isEmpty { names.append(.MPMovieMediaTypesAvailable) }
    if duration != old.duration, duration > 0 { names.append(.MPMovieDurationAvailable) }
    if size != old.size, size != .zero { names.append(.MPMovieNaturalSizeAvailable) }
    if load != old.load { names.append(.MPMoviePlayerLoadStateDidChange) }
    if isPrepared != old.isPrepared { names.append(.MPMediaPlaybackIsPreparedToPlayDidChange) }
    if playback != old.playback { names.append(.MPMoviePlayerPlaybackStateDidChange) }
    return names
  }

  /// The state of playback.
  ///
  /// - Parameters:
  ///   - control: The player's status.
  ///   - isStopped: Whether playback was stopped, or has ended.
  ///   - seeking: 1 while seeking forward, −1 while seeking backward, otherwise 0.
  ///   - hasStalled: Whether playback waits because media ran out.
  static func playback(
    _ control: AVPlayer.TimeControlStatus, isStopped: Bool, seeking: Int, hasStalled: Bool
  ) -> MPMoviePlaybackState {
    if isStopped { return .stopped }
    if seeking != 0, control != .paused { return seeking > 0 ? .seekingForward : .seekingBackward }
    switch control {
    case .paused: return .paused
    case .waitingToPlayAtSpecifiedRate: return hasStalled ? .interrupted : .playing
    case .playing: return .playing
    }
  }
}
