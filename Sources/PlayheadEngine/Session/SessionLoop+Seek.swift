import CoreMedia
import PlayheadFFmpeg

/// Seeking and stepping.
extension SessionLoop {
  func startSeek(_ request: SeekRequest) {
    stepsLeft = 0
    note(.seek(to: request.time, before: request.toleranceBefore, after: request.toleranceAfter))
    let actions = machine.seek()
    seekHasWaited = machine.hasPendingSeek
    // A request that is replaced gets its answer first; a request that cannot be served gets one at once.
    if actions.first == .finishSeek(false), seek != nil {
      finishSeek(false)
      seek = request
      perform(Array(actions.dropFirst()))
    } else {
      seek = request
      perform(actions)
    }
    if case .landing(.still) = machine.state { pipeline?.scrub(to: newestStill, epoch: epoch) }
  }

  /// Where the very picture is wanted, as far as the newest seek is concerned.
  var newestStill: CMTime? {
    guard let seek, seek.toleranceBefore == .zero, seek.toleranceAfter == .zero else { return nil }
    return clamped(seek.time, in: item)
  }

  /// A seek that nobody waits for, to the very time.
  func startOwnSeek(to time: CMTime) {
    startSeek(
      SeekRequest(
        time: time, toleranceBefore: .zero, toleranceAfter: .zero, identifier: SeekRequest.ownIdentifier))
  }

  func finishSeek(_ finished: Bool) {
    guard let seek else { return }
    self.seek = nil
    guard seek.identifier != SeekRequest.ownIdentifier else { return }
    events.append(.seekFinished(identifier: seek.identifier, finished: finished))
  }

  /// Each request counts, also when the one before is not done yet. What is asked for while playing does not happen later.
  func step(by count: Int) {
    guard machine.rate == 0 else { return }
    stepsLeft = Int(clamping: Int64(stepsLeft) + Int64(count))
    takeSteps()
  }

  /// Moves by pictures as far as those at hand allow; the rest follows when the pipeline has landed, is primed, or has decoded
  /// the next picture.
  func takeSteps() {
    guard stepsLeft != 0, let pipeline, pipeline.video != nil, machine.rate == 0 else { return }
    if stepsLeft < 0 {
      guard [.ready, .parked, .ended].contains(machine.state) else { return }
      let shown = pipeline.timeline.frame(at: clock.snapshot.stoppedAt)?.presentationTime ?? clock.snapshot.stoppedAt
      guard shown > .zero else {
        stepsLeft = 0
        return
      }
      stepsLeft += 1
      // The moment before the present picture belongs to the one before it.
      stepTarget = shown - CMTime(value: 1, timescale: 1_000_000)
      perform(machine.landAnew())
      return
    }
    switch machine.state {
    case .parked: perform(machine.primingIsDue())
    case .ready:
      var hasMoved = false
      while stepsLeft > 0 {
        guard let frame = pipeline.timeline.frame(1, after: clock.snapshot.stoppedAt) else {
          // Not decoded yet, or the last one.
          if progress.hasVideoEnded { stepsLeft = 0 } else { awaitPicture(of: pipeline.timeline) }
          break
        }
        stepsLeft -= 1
        clock.stop(at: frame.presentationTime)
        observedThrough = frame.presentationTime
        pipeline.clockChanged()
        machine.stepped()
        hasMoved = true
      }
      if stepsLeft == 0 { awaitPicture(of: nil) }
      if hasMoved { firePeriodicObservers() }
    default: break
    }
  }

  /// Has the loop woken by every picture that is decoded, until the steps are done.
  func awaitPicture(of timeline: VideoTimeline?) {
    guard timeline !== awaitedTimeline else { return }
    awaitedTimeline?.removeWaiter(shared.gate)
    timeline?.addWaiter(shared.gate)
    awaitedTimeline = timeline
  }
}
