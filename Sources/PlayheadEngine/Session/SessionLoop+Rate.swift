import CoreMedia

/// The playback rate, and preroll.
extension SessionLoop {
  /// Sets the rate, limited to the supported range.
  func setRate(_ rate: Float) {
    live.factor = 1
    let usable = usable(rate)
    let wasPlaying = machine.isMoving
    if usable > 0 {
      pipeline?.setRate(Double(usable))
      next?.pipeline?.setRate(Double(usable))
    }
    if usable != machine.rate { note(.rate(usable)) }
    if usable > 0, machine.isReversed { interstitials.jumped(to: clock.time(at: now)) }
    if machine.state == .ready { interposeBeforeStart(at: usable) }
    perform(machine.setRate(usable))
    limitPictures()
    if !wasPlaying, usable > 0 { returnToWindow() }
    if wasPlaying != machine.isMoving { firePeriodicObservers() }
  }

  /// Clamps a rate to the supported range.
  func usable(_ rate: Float) -> Float { rate.isFinite ? max(canReverse ? -8 : 0, min(16, rate)) : 0 }

  /// Starts a preroll. Rate 0 stands for 1.
  func startPreroll(_ rate: Float, _ identifier: Int) {
    perform(machine.cancelPreroll())
    preroll = identifier
    let usable = usable(rate)
    if usable > 0 { pipeline?.setRate(Double(usable)) }
    perform(machine.preroll(for: usable == 0 ? 1 : usable))
  }

  /// Completes the preroll in progress.
  func finishPreroll(_ finished: Bool) {
    guard let preroll else { return }
    self.preroll = nil
    events.append(.prerollFinished(identifier: preroll, finished: finished))
  }

  /// Whether the current item can be played backward. Requires a seekable source whose packets have presentation times.
  var canReverse: Bool { item?.snapshot.canPlayReverse ?? false }
}
