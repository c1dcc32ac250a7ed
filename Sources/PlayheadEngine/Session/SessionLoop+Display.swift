import PlayheadPipeline

/// Adapting the rate to the display.
extension SessionLoop {
  /// Adapts the rate to the display, or no longer.
  func setAdaptsToDisplay(_ adapts: Bool) {
    sinks.displayRate.setEnabled(adapts)
    followDisplay()
  }

  /// The rate of the audio of a requested rate: modified to keep in step with the display.
  func audioRate(of rate: Float) -> Double { Double(rate) * sinks.displayRate.factor(of: rate) }

  /// Measures the display, if that is due, and applies a changed factor of the rate.
  func followDisplay() {
    let isChanged = sinks.displayRate.update(
      sinks.displayTiming, isMoving: machine.isMoving && clock.isRunning,
      isPossible: machine.rate == 1 && live.factor == 1 && !clocks.isDrivenByProgram && !external.isActive
        && pipeline?.ring?.format.passthrough == nil,
      at: now)
    if isChanged { applyRateFactor() }
  }
}
