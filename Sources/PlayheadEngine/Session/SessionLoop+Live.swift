import CoreMedia
import PlayheadClock
import PlayheadItems
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming

/// Live streams: the distance from the live edge, and the window of media that can be played.
extension SessionLoop {
  /// The rate of playback: the requested rate, slightly modified while the distance from the live edge is corrected, or
  /// to keep in step with the display.
  var playedRate: Double { audioRate(of: machine.rate) * live.factor }

  /// Observes the live edge and corrects the distance from it. Called with every buffer report.
  func steerToLive(_ stream: StreamSnapshot) {
    if live.takeWindowCheck(stream.version) { returnToWindow() }
    let isSteady = machine.rate == 1 && machine.isMoving && clock.isRunning && !seeks.isSeeking
    // The last argument is evaluated while `live` is being changed, and must not read it.
    let context = context
    let correction = live.steer(
      stream, item?.liveConfiguration ?? LiveConfiguration(), position: isSteady ? clock.time(at: now) : nil, at: now,
      secondsAhead: BufferingController.bufferedMedia(context, progress)?.secondsAhead ?? .infinity)
    switch correction {
    case .none: break
    case .changeRate: applyRateFactor()
    case .seek(let target, let changesRate):
      if changesRate { applyRateFactor() }
      startOwnSeek(to: target)
    }
  }

  /// Applies a changed factor of the rate to the pipelines and to the clock.
  func applyRateFactor() {
    if playedRate > 0 {
      pipeline?.setRate(playedRate)
      queue.next?.pipeline?.setRate(audioRate(of: machine.rate))
    }
    changeRate()
  }

  // MARK: The window

  /// The window of a live stream; nil for anything else.
  var liveWindow: LiveWindow? { LiveWindow(pipeline?.transfer?.stream) }

  /// Clamps a time to the window of a live stream: media that slid out of it while playback was paused is gone.
  func clampedToWindow(_ time: CMTime) -> CMTime {
    guard let window = liveWindow else { return time }
    return max(window.range.start, time)
  }

  /// Seeks to the start of a live stream's window if the position has slid out of it.
  ///
  /// The playlist may not have been reloaded during a pause: the window is checked again with the next one.
  func returnToWindow() {
    if let stream = pipeline?.transfer?.stream { live.resumed(at: stream.version) }
    guard !seeks.isSeeking, let window = liveWindow, clock.time(at: now) < window.range.start else { return }
    startSeek(
      SeekRequest(
        time: window.range.start, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
        identifier: SeekRequest.ownIdentifier))
  }

  /// The bound of the window that playback approaches, and the cause to report there; nil if it approaches none.
  private var windowBound: (time: CMTime, cause: SessionSnapshot.RateCause)? {
    guard machine.rate > 1 || machine.isReversed, machine.isMoving, clock.isRunning, !seeks.isSeeking else {
      return nil
    }
    return liveWindow?.bound(rate: machine.rate, isReversed: machine.isReversed)
  }

  /// The host time at which the position reaches the bound; nil if it approaches none.
  var windowDeadline: HostTime? { windowBound.flatMap { clock.hostTime(ofMedia: $0.time.nanoseconds) } }

  /// Continues a live stream at its natural rate at a bound of its window.
  func slowAtWindowBound() {
    guard let windowBound, let deadline = windowDeadline, deadline <= now else { return }
    setRate(1)
    publisher.replaceRequest {
      $0.rate = 1
      $0.rateCause = windowBound.cause
    }
    announceSession()
  }
}
