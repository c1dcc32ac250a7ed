import CoreMedia
import PlayheadBasics
import PlayheadNetworking
import PlayheadStreaming

/// Holding the distance from the live edge.
extension SessionLoop {
  /// The observed live edge, and the resulting rate.
  struct LiveSteering {
    /// The measured live edge and the distance of the position from it.
    var latency = LiveLatency()
    /// The factor applied to the requested rate.
    var factor = 1.0
  }

  /// The rate of playback: the requested rate, slightly modified while the distance from the live edge is corrected.
  var playedRate: Double { Double(machine.rate) * live.factor }

  /// Observes the live edge and adjusts the rate. Called with every buffer report. The factor is 1 at rates other than
  /// 1, while paused, and during a seek.
  ///
  /// - Parameter stream: The stream's state. The rate factor returns to 1 if the stream is not live.
  func steerToLive(_ stream: StreamSnapshot) {
    guard stream.duration == nil, let edge = stream.edge, let item else { return setRateFactor(1) }
    live.latency.recordEdge(end: edge.end, at: edge.seenAt)
    let configuration = item.liveConfiguration
    guard configuration.keepsOffset, machine.rate == 1, machine.isMoving, clock.isRunning, seek == nil,
      let offset = live.latency.offset(of: clock.time(at: now).seconds, at: Double(now.nanoseconds) / 1e9)
    else { return setRateFactor(1) }
    let targetOffset = configuration.offset ?? stream.holdBack
    if offset - targetOffset > LiveLatency.jump { return jumpToLive(targetOffset) }
    var pace = LiveLatency.rate(offset: offset, wanted: targetOffset, isUnderWay: live.factor != 1)
    // Playing faster than media arrives would only lead to the next stall.
    if pace > 1, let pipeline, secondsAhead(pipeline) < BufferMonitor.firstGoal { pace = 1 }
    setRateFactor(pace)
  }

  /// Seeks to the target distance from the live edge.
  private func jumpToLive(_ targetOffset: Double) {
    guard let edge = live.latency.edge(at: Double(now.nanoseconds) / 1e9) else { return }
    setRateFactor(1)
    startSeek(
      SeekRequest(
        time: CMTime(seconds: edge - targetOffset, preferredTimescale: 1000), toleranceBefore: .zero,
        toleranceAfter: .zero,
        identifier: SeekRequest.ownIdentifier))
  }

  // MARK: The bounds of the window

  /// The bound at which a rate other than 1 ends: the live edge when playing faster, the start of the window when
  /// playing backward.
  private var windowEnd: (time: Double, cause: SessionSnapshot.RateCause)? {
    guard machine.rate > 1 || machine.isReversed, machine.isMoving, clock.isRunning, seek == nil,
      let stream = pipeline?.transfer?.stream, stream.duration == nil, let window = stream.seekable
    else { return nil }
    return machine.isReversed ? (window.lowerBound, .reachedWindowStart) : (window.upperBound, .reachedLiveEdge)
  }

  /// The host time at which the position reaches `windowEnd`; nil if it approaches no bound.
  var windowDeadline: HostTime? {
    windowEnd.flatMap { clock.hostTime(ofMedia: Int64(saturating: ($0.time * 1e9).rounded())) }
  }

  /// Continues a live stream at its natural rate at a bound of its window.
  func slowAtWindowEnd() {
    guard let windowEnd, let deadline = windowDeadline, deadline <= now else { return }
    setRate(1)
    let handled = handledRevision
    shared.update {
      guard $0.revision == handled else { return }
      $0.rate = 1
      $0.rateCause = windowEnd.cause
    }
    announceSession()
  }

  /// Changes below half a percent are not worth the work.
  private func setRateFactor(_ factor: Double) {
    guard abs(factor - live.factor) > 0.005 || (factor == 1 && live.factor != 1) else { return }
    live.factor = factor
    pipeline?.setRate(playedRate)
    changeRate()
  }
}
