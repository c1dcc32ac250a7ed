import CoreMedia
import PlayheadFFmpeg

/// Seeking and stepping.
extension SessionLoop {
  func startSeek(_ request: SeekRequest) {
    stepsLeft = 0
    let actions = machine.seek()
    // A request that is replaced gets its answer first; a request that cannot be served gets one at once.
    if actions.first == .finishSeek(false), seek != nil {
      finishSeek(false)
      seek = request
      perform(Array(actions.dropFirst()))
    } else {
      seek = request
      perform(actions)
    }
  }

  func finishSeek(_ finished: Bool) {
    guard let seek else { return }
    self.seek = nil
    events.append(.seekFinished(identifier: seek.identifier, finished: finished))
  }

  /// Moves by pictures as far as those at hand allow; the rest follows when the pipeline has landed or is primed.
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
      while stepsLeft > 0 {
        guard let frame = pipeline.timeline.frame(1, after: clock.snapshot.stoppedAt) else {
          // Not decoded yet, or the last one.
          if progress.hasVideoEnded { stepsLeft = 0 }
          return
        }
        stepsLeft -= 1
        clock.stop(at: frame.presentationTime)
        observedThrough = frame.presentationTime
        pipeline.clockChanged()
        machine.stepped()
      }
      firePeriodicObservers()
    default: break
    }
  }
}
