/// Preroll: preparing playback before it is requested.
extension PlaybackStateMachine {
  /// Prepares everything for a rate so that playback can start at once. An unfinished earlier preroll is completed with
  /// false.
  ///
  /// - Parameter newRate: The rate to prepare for, not 0; negative for reverse playback.
  mutating func preroll(for newRate: Float) -> [Action] {
    var actions = cancelPreroll()
    beginPreroll(for: newRate)
    switch state {
    case .empty, .failed: actions += finishPreroll(false)
    // Nothing is left to play in this direction.
    case .ended where !needsDirectionChange: actions += finishPreroll(false)
    case .ready where !needsRestart: actions += finishPreroll(true)
    case .drained, .ready, .ended: actions.append(resume())
    case .priming where needsRestart: actions.append(resume())
    case .opening, .seeking, .priming, .running: break
    }
    return actions
  }

  /// Whether the prepared media does not fit the target rate.
  private var needsRestart: Bool { needsDirectionChange || isAudioStale || hasStepped }

  /// Completes an unfinished preroll with false. Media that was prepared for it is retained. Does nothing without a
  /// preroll in progress.
  mutating func cancelPreroll() -> [Action] { isPrerolling ? finishPreroll(false) : [] }
}
