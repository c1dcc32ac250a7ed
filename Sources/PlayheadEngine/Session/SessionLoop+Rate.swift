import CoreMedia
import PlayheadClock
import PlayheadItems
import PlayheadPipeline

/// The playback rate, and preroll.
extension SessionLoop {
  /// Sets the rate, limited to the supported range.
  func setRate(_ rate: Float) {
    live.rateWasSet()
    let supportedRate = supportedRate(rate)
    let wasPlaying = machine.isMoving
    if supportedRate > 0 {
      pipeline?.setRate(audioRate(of: supportedRate))
      queue.next?.pipeline?.setRate(audioRate(of: supportedRate))
    }
    if supportedRate != machine.rate { note(.rate(supportedRate)) }
    if supportedRate > 0, machine.isReversed { interstitials.jumped(to: clock.time(at: now)) }
    if machine.state == .ready { startInterstitialBeforePlayback(at: supportedRate) }
    if external.isActive, machine.rate == 0, supportedRate > 0 { perform(machine.waitForRenderer()) }
    let start = wasPlaying ? nil : clock.time(at: now)
    perform(machine.setRate(supportedRate))
    limitVisibleFrames()
    if !wasPlaying, supportedRate > 0 { returnToWindow() }
    if wasPlaying != machine.isMoving { firePeriodicObservers(startingAt: start) }
  }

  /// Clamps a rate to the supported range.
  func supportedRate(_ rate: Float) -> Float {
    if external.isActive { return rate > 0 ? 1 : 0 }
    return rate.isFinite ? max(canReverse ? -8 : 0, min(16, rate)) : 0
  }

  /// Starts a preroll. Rate 0 stands for 1.
  func startPreroll(_ rate: Float, _ identifier: Int) {
    perform(machine.cancelPreroll())
    seeks.beginPreroll(identifier)
    let supportedRate = supportedRate(rate)
    if supportedRate > 0 { pipeline?.setRate(audioRate(of: supportedRate)) }
    perform(machine.preroll(for: supportedRate == 0 ? 1 : supportedRate))
  }

  /// Completes the preroll in progress.
  func finishPreroll(_ finished: Bool) {
    if let event = seeks.finishPreroll(finished) { publisher.add(event) }
  }

  /// Whether the current item can be played backward. Requires a seekable source whose packets have presentation times.
  var canReverse: Bool { item?.snapshot.canPlayReverse ?? false }
}
