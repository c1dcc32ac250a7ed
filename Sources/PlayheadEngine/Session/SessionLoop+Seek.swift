import CoreMedia
import PlayheadClock
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// Seeking and stepping.
extension SessionLoop {
  /// Starts a seek, or makes it pending while a paused seek is in progress.
  func startSeek(_ request: SeekRequest) {
    seeks.stepper.cancel()
    note(.seek(to: request.time, before: request.toleranceBefore, after: request.toleranceAfter))
    var actions = machine.seek()
    let hasWaited = machine.hasPendingSeek
    // A request that is replaced is completed first; a request that cannot be served is completed at once.
    if actions.first == .finishSeek(false), seeks.isSeeking {
      finishSeek(false)
      actions.removeFirst()
    }
    seeks.begin(request, hasWaited: hasWaited)
    perform(actions)
    if case .seeking(.pausedSeek) = machine.state { pipeline?.scrub(to: exactSeekTarget, epoch: epochs.current) }
  }

  /// The target of the newest seek if it is exact; otherwise nil.
  var exactSeekTarget: CMTime? { seeks.exactTarget.map { clamped($0, in: item) } }

  /// Starts an exact seek of the session's own, whose completion is not reported.
  func startOwnSeek(to time: CMTime) {
    startSeek(
      SeekRequest(
        time: time, toleranceBefore: .zero, toleranceAfter: .zero, identifier: SeekRequest.ownIdentifier))
  }

  /// Completes the current seek.
  func finishSeek(_ finished: Bool) {
    if let event = seeks.finish(finished) { publisher.add(event) }
  }

  /// Steps by frames. Requests during playback are ignored rather than deferred.
  func step(by count: Int) {
    // Renderers cannot step.
    guard machine.rate == 0, !external.isActive else { return }
    seeks.stepper.add(count)
    takeSteps()
  }

  /// Steps as far as decoded frames allow. The rest follows when the pipeline has reached its target, is primed, or has
  /// decoded the next frame.
  func takeSteps() {
    guard let pipeline, pipeline.video != nil, machine.rate == 0 else { return }
    if seeks.stepper.stepsBackward {
      guard [.ready, .drained, .ended].contains(machine.state) else { return }
      let position = clock.snapshot.stoppedAt
      let shown = pipeline.timeline.frame(at: position)?.presentationTime ?? position
      if seeks.stepper.stepBackward(from: shown) { perform(machine.beginStepBackward()) }
    } else if seeks.stepper.stepsForward {
      switch machine.state {
      case .drained: perform(machine.primingIsDue())
      case .ready: stepForward(in: pipeline)
      default: break
      }
    }
  }

  /// Steps forward through the frames that are decoded.
  private func stepForward(in pipeline: ItemPipeline) {
    var hasMoved = false
    while let time = seeks.stepper.stepForward(
      in: pipeline.timeline, from: clock.snapshot.stoppedAt, hasEnded: progress.hasVideoEnded, waking: shared.gate)
    {
      clock.stop(at: time)
      publisher.jump(to: time)
      pipeline.clockChanged()
      machine.stepped()
      hasMoved = true
    }
    if hasMoved { firePeriodicObservers() }
  }
}
