import PlayheadPipeline

/// A step that the session loop has to perform after an event.
enum PlaybackAction: Equatable {
  /// Opens the current item in a new pipeline.
  case open
  /// Starts the pipeline at the pending seek's target, or at the beginning.
  case begin(PipelineStart.Mode)
  /// Restarts the pipeline at the current position.
  case resume
  /// Starts the clock from its position, together with the audio.
  case startClock
  /// Stops the clock at the current position and pauses the audio.
  case stopClock
  /// Primes the pipeline if no other request arrives within a delay.
  case schedulePriming
  /// Applies the requested rate to a clock that runs, or is about to start.
  case changeRate
  /// Completes the seek request, with true if its target was reached.
  case finishSeek(Bool)
  /// Completes the preroll, with true if playback can start at once.
  case finishPreroll(Bool)
  /// Reports that the item is ready to play. Once for each item.
  case announceReady
  /// Performs the end action, and reports the end of the item.
  case reachEnd
  /// Playback was requested at the end, where nothing is left to play.
  case applyEndAction
}
