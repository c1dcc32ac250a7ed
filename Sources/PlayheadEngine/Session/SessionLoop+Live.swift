import CoreMedia
import PlayheadBasics
import PlayheadNetworking
import PlayheadStreaming

/// Keeping a distance from the newest media of a live stream.
extension SessionLoop {
  /// What is seen of the edge, and the rate that follows from it.
  struct LiveSteering {
    var latency = LiveLatency()
    /// What the wanted rate is multiplied by.
    var factor = 1.0
  }

  /// How fast media passes: the wanted rate, a little more or less of it where a distance is to be regained.
  var playedRate: Double { Double(machine.rate) * live.factor }

  /// Looks where the edge is and sets the pace.
  func steerToLive(_ stream: StreamSnapshot) {
    guard stream.duration == nil, let edge = stream.edge, let item else { return setPace(1) }
    live.latency.saw(end: edge.end, at: edge.seenAt)
    let wishes = item.liveWishes
    guard wishes.keepsOffset, machine.rate == 1, machine.isMoving, clock.isRunning, seek == nil,
      let offset = live.latency.offset(of: clock.time(at: now).seconds, at: Double(now.nanoseconds) / 1e9)
    else { return setPace(1) }
    let wanted = wishes.offset ?? stream.holdBack
    if offset - wanted > LiveLatency.jump { return jumpToLive(wanted) }
    var pace = LiveLatency.rate(offset: offset, wanted: wanted, isUnderWay: live.factor != 1)
    // Faster than media comes there is nothing but the next wait.
    if pace > 1, let pipeline, secondsAhead(pipeline) < BufferWatch.firstGoal { pace = 1 }
    setPace(pace)
  }

  private func jumpToLive(_ wanted: Double) {
    guard let edge = live.latency.edge(at: Double(now.nanoseconds) / 1e9) else { return }
    setPace(1)
    startSeek(
      SeekRequest(
        time: CMTime(seconds: edge - wanted, preferredTimescale: 1000), toleranceBefore: .zero, toleranceAfter: .zero,
        identifier: SeekRequest.ownIdentifier))
  }

  // MARK: The ends of the window

  /// Where a rate other than the natural one ends: at the edge when playing hurries, at the window's beginning when it goes backward.
  private var windowEnd: (time: Double, cause: SessionSnapshot.RateCause)? {
    guard machine.rate > 1 || machine.isReversed, machine.isMoving, clock.isRunning, seek == nil,
      let stream = pipeline?.transfer?.stream, stream.duration == nil, let window = stream.seekable
    else { return nil }
    return machine.isReversed ? (window.lowerBound, .reachedWindowStart) : (window.upperBound, .reachedLiveEdge)
  }

  var windowDeadline: HostTime? {
    windowEnd.flatMap { clock.hostTime(ofMedia: Int64(saturating: ($0.time * 1e9).rounded())) }
  }

  /// What is live goes on at the natural rate there.
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

  /// Steps smaller than one in two hundred are not worth the work.
  private func setPace(_ factor: Double) {
    guard abs(factor - live.factor) > 0.005 || (factor == 1 && live.factor != 1) else { return }
    live.factor = factor
    pipeline?.setRate(playedRate)
    changeRate()
  }
}
