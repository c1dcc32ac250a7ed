/// Getting ready to play before playing is asked for.
extension PlaybackStateMachine {
  /// Everything is to be got ready for a rate, so that playing can begin at once. One that is not done yet ends with false.
  mutating func preroll(for newRate: Float) -> [Action] {
    var actions = cancelPreroll()
    beginPreroll(for: newRate)
    switch state {
    case .empty, .failed: actions += finishPreroll(false)
    // There is nothing left in this direction.
    case .ended where !mustTurn: actions += finishPreroll(false)
    case .ready where !needsRestart: actions += finishPreroll(true)
    case .parked, .ready, .ended: actions.append(resume())
    case .priming where needsRestart: actions.append(resume())
    case .opening, .landing, .priming, .running: break
    }
    return actions
  }

  /// What is ready, or becomes ready, is not what the rate needs.
  private var needsRestart: Bool { mustTurn || soundIsStale || hasStepped }

  mutating func cancelPreroll() -> [Action] { isPrerolling ? finishPreroll(false) : [] }
}
