import CoreMedia

/// Starting the pipeline at a place, and what follows when it has come there.
extension SessionLoop {
  /// Starts the pipeline at the place of the pending seek, or at the beginning.
  func begin(_ mode: PipelineStart.Mode) {
    generation += 1
    // A live stream does not begin at its beginning.
    let beginning = hasBegun ? .zero : item?.snapshot.info?.startTime ?? .zero
    hasBegun = true
    var plan = PipelineStart(epoch: 0, generation: generation, target: beginning, mode: mode)
    if let step = stepTarget {
      stepTarget = nil
      plan.target = step
      plan.snapsToPicture = true
    } else if let seek {
      plan.target = clamped(seek.time, in: item)
      plan.toleranceBefore = seek.toleranceBefore
      plan.toleranceAfter = seek.toleranceAfter
      plan.isHurried = seekHasWaited
    } else if let item {
      plan.target = clamped(max(item.bounds.start, beginning), in: item)
    }
    start(plan)
  }

  func clamped(_ time: CMTime, in item: EngineItem?) -> CMTime {
    if item === self.item, let window = liveWindow {
      // The newest that there is: where playing is to begin.
      if time == .positiveInfinity, let offset = item?.liveWishes.offset, let edge = pipeline?.transfer?.stream?.edge {
        let wanted = CMTime(seconds: edge.end - offset, preferredTimescale: 1_000_000)
        return max(window.start, min(wanted, window.end))
      }
      return max(window.start, min(time, window.end))
    }
    let duration = item?.snapshot.duration ?? .indefinite
    let positive = max(time, .zero)
    guard duration.isNumeric else { return positive.isNumeric ? positive : clock.snapshot.stoppedAt }
    return min(positive, duration)
  }

  /// Starts it where it stands, to go on from there.
  func resume() {
    start(
      PipelineStart(
        epoch: 0, generation: generation, target: clampedToWindow(clock.time(at: now)),
        mode: machine.isReversed ? .reverse : .flow))
  }

  /// What of a live stream can be played now; nil for everything else.
  var liveWindow: CMTimeRange? {
    guard let stream = pipeline?.transfer?.stream, stream.duration == nil, let window = stream.seekable else {
      return nil
    }
    return BufferWatch.time(window)
  }

  /// Playing goes on where the window of a live stream begins if the position has slid out of it.
  func returnToWindow() {
    guard seek == nil, let window = liveWindow, clock.time(at: now) < window.start else { return }
    startSeek(
      SeekRequest(
        time: window.start, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
        identifier: SeekRequest.ownIdentifier))
  }

  /// What has slid out of the window while nothing moved is gone: playing goes on where the window begins.
  func clampedToWindow(_ time: CMTime) -> CMTime {
    guard let window = liveWindow else { return time }
    return max(window.start, time)
  }

  func start(_ plan: PipelineStart) {
    guard let pipeline else { return }
    primingDeadline = nil
    soundJoinDeadline = nil
    buffers.reset()
    watchLoading()
    restartNext()
    epochCount += 1
    epoch = epochCount
    progress = StartProgress()
    var plan = plan
    plan.epoch = epoch
    plan.end = item?.cut
    soundCut = plan.end
    // Sound has no stills: it is got ready to flow.
    if pipeline.video == nil, plan.mode == .still { plan.mode = .flow }
    sound?.reset(epoch: epoch)
    pipeline.begin(plan)
    if plan.mode == .flow { prepareSound() }
    if pipeline.video == nil, pipeline.audio == nil { flowInSilence(from: plan.target) }
  }

  /// The only track is sound, and there is no device for it: the host clock runs through the item.
  func flowInSilence(from time: CMTime) {
    guard let pipeline else { return }
    if let duration = item?.snapshot.duration, duration.isNumeric { progress.add(end: duration) }
    shared.post(.report(.landed(epoch: epoch, time: time, isDrained: false), pipeline: pipeline.identifier))
  }

  func landed(at time: CMTime, isDrained: Bool) {
    // Where a still cannot be had the pipeline flows at once, and its sound is needed.
    if !isDrained { prepareSound() }
    let isLanding = if case .landing = machine.state { true } else { false }
    if isLanding {
      clock.stop(at: time)
      if time == newestStill { machine.arriveAtPendingSeek() }
    }
    pipeline?.timeline.place(epoch: epoch)
    if isLanding {
      pipeline?.clockChanged()
      item?.captions.jumped()
      metadata.flush()
      observedThrough = time
      if let item { events.append(.timeJumped(item, to: time)) }
      note(.landed)
      landedBesideInterstitials(at: time)
      perform(machine.landed(isDrained: isDrained))
      firePeriodicObservers()
      takeSteps()
    }
    checkPrimed()
    applyChoice()
  }

  func checkPrimed() {
    guard let pipeline, machine.state == .priming, !buffers.isRefilling else { return }
    let needsSound = pipeline.audio != nil && !machine.isReversed
    guard pipeline.video == nil || progress.isVideoPrimed,
      !needsSound || progress.isAudioPrimed || pipeline.isSoundOutOfReach
    else { return }
    interposeBeforeStart(at: machine.rate)
    perform(machine.primed())
    if machine.isMoving { firePeriodicObservers() }
    takeSteps()
    applyChoice()
  }
}
