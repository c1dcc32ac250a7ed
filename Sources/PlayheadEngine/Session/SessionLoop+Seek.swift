import CoreMedia
import PlayheadMedia

/// Seeking and stepping.
extension SessionLoop {
  /// Starts a seek, or makes it pending while a paused seek is in progress.
  func startSeek(_ request: SeekRequest) {
    stepsLeft = 0
    note(.seek(to: request.time, before: request.toleranceBefore, after: request.toleranceAfter))
    let actions = machine.seek()
    seekHasWaited = machine.hasPendingSeek
    // A request that is replaced is completed first; a request that cannot be served is completed at once.
    if actions.first == .finishSeek(false), seek != nil {
      finishSeek(false)
      seek = request
      perform(Array(actions.dropFirst()))
    } else {
      seek = request
      perform(actions)
    }
    if case .seeking(.pausedSeek) = machine.state { pipeline?.scrub(to: exactSeekTarget, epoch: epoch) }
  }

  /// The target of the newest seek if it is exact; otherwise nil.
  var exactSeekTarget: CMTime? {
    guard let seek, seek.toleranceBefore == .zero, seek.toleranceAfter == .zero else { return nil }
    return clamped(seek.time, in: item)
  }

  /// Starts an exact seek of the session's own, whose completion is not reported.
  func startOwnSeek(to time: CMTime) {
    startSeek(
      SeekRequest(
        time: time, toleranceBefore: .zero, toleranceAfter: .zero, identifier: SeekRequest.ownIdentifier))
  }

  /// Completes the current seek.
  func finishSeek(_ finished: Bool) {
    guard let seek else { return }
    self.seek = nil
    guard seek.identifier != SeekRequest.ownIdentifier else { return }
    events.append(.seekFinished(identifier: seek.identifier, finished: finished))
  }

  /// Steps by frames. Every request counts, also while an earlier one is in progress. Requests during playback are
  /// ignored rather than deferred.
  func step(by count: Int) {
    guard machine.rate == 0 else { return }
    stepsLeft = Int(clamping: Int64(stepsLeft) + Int64(count))
    takeSteps()
  }

  /// Steps as far as decoded frames allow. The rest follows when the pipeline has reached its target, is primed, or has
  /// decoded the next frame.
  func takeSteps() {
    guard stepsLeft != 0, let pipeline, pipeline.video != nil, machine.rate == 0 else { return }
    if stepsLeft < 0 {
      guard [.ready, .drained, .ended].contains(machine.state) else { return }
      let shown = pipeline.timeline.frame(at: clock.snapshot.stoppedAt)?.presentationTime ?? clock.snapshot.stoppedAt
      guard shown > .zero else {
        stepsLeft = 0
        return
      }
      stepsLeft += 1
      // Any time before the current frame belongs to the previous one.
      stepTarget = shown - CMTime(value: 1, timescale: 1_000_000)
      perform(machine.beginStepBackward())
      return
    }
    switch machine.state {
    case .drained: perform(machine.primingIsDue())
    case .ready:
      var hasMoved = false
      while stepsLeft > 0 {
        guard let frame = pipeline.timeline.frame(1, after: clock.snapshot.stoppedAt) else {
          // Not decoded yet, or the last one.
          if progress.hasVideoEnded { stepsLeft = 0 } else { awaitFrame(of: pipeline.timeline) }
          break
        }
        stepsLeft -= 1
        clock.stop(at: frame.presentationTime)
        observers.jump(to: frame.presentationTime)
        pipeline.clockChanged()
        machine.stepped()
        hasMoved = true
      }
      if stepsLeft == 0 { awaitFrame(of: nil) }
      if hasMoved { firePeriodicObservers() }
    default: break
    }
  }

  /// Wakes the loop for every decoded frame, until the steps are done.
  func awaitFrame(of timeline: VideoTimeline?) {
    guard timeline !== awaitedTimeline else { return }
    awaitedTimeline?.removeWaiter(shared.gate)
    timeline?.addWaiter(shared.gate)
    awaitedTimeline = timeline
  }
}
