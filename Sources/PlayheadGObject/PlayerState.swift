import AVFoundation

/// The state of playback, with the values of `PlayheadState` in playhead-types.h.
enum PlayerState: Int32, Sendable {
  /// There is no item.
  case empty = 0
  /// The item is being opened.
  case loading = 1
  /// The item is ready, and playback is paused.
  case paused = 2
  /// Playback waits for data.
  case buffering = 3
  /// Playback is in progress.
  case playing = 4
  /// The last item has played to its end.
  case ended = 5
  /// The item cannot be played.
  case failed = 6

  /// The state that follows from the player and its item.
  ///
  /// - Parameters:
  ///   - item: The status of the current item; nil without one.
  ///   - control: Whether the player plays or waits.
  ///   - hasEnded: Whether the item has played to its end, without a seek since then.
  ///   - hasFailed: Whether the item, or the string that should have been its URI, has been reported as an error.
  init(
    item: AVPlayerItem.Status?, control: AVPlayer.TimeControlStatus, hasEnded: Bool, hasFailed: Bool
  ) {
    guard !hasFailed, item != .failed else {
      self = .failed
      return
    }
    guard let item else {
      self = .empty
      return
    }
    guard item == .readyToPlay else {
      self = .loading
      return
    }
    switch control {
    case .playing: self = .playing
    case .waitingToPlayAtSpecifiedRate: self = .buffering
    default: self = hasEnded ? .ended : .paused
    }
  }
}
