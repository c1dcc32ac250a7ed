import CoreMedia

/// The part of a program that enqueues samples: its state, and the actions of the small window's buttons.
@MainActor struct SamplePlaybackClient {
  /// Whether playback is paused.
  let isPaused: () -> Bool
  /// The range that can be played; of infinite duration for live content.
  let timeRange: () -> CMTimeRange
  /// Plays or pauses.
  let setPlaying: (Bool) -> Void
  /// Skips by an interval, and calls the handler when that is done.
  let skip: (CMTime, @escaping () -> Void) -> Void
  /// Receives the size of the video in the window, in pixels.
  let renderSizeChanged: (CMVideoDimensions) -> Void
}

/// The state of the small window's controls for enqueued samples.
struct SamplePlaybackState: Equatable {
  /// Whether playback is paused.
  var isPaused: Bool
  /// The range that can be played.
  var range: CMTimeRange
  /// Whether seeking is disabled.
  var isLinear: Bool
  /// Whether the program has not finished the last skip.
  var isSkipping = false

  /// Whether the range has a beginning and an end; live content has no end.
  var isFinite: Bool {
    range.start.isNumeric && range.duration.isNumeric && range.duration > .zero
  }

  /// Whether the skip buttons are enabled.
  var canSkip: Bool { isFinite && !isLinear && !isSkipping }

  /// The played part of the range, 0 to 1; nil for live content and for times that are not numeric.
  func fraction(at time: CMTime) -> Double? {
    guard isFinite, time.isNumeric else { return nil }
    return max(0, min(1, (time - range.start).seconds / range.duration.seconds))
  }
}
