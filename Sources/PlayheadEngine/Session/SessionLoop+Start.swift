import CoreMedia
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming

/// Starting the pipeline at a position, and the result of a start.
extension SessionLoop {
  /// Starts the pipeline at the target of the pending seek, or at the beginning.
  func begin(_ mode: PipelineStart.Mode) {
    let generation = epochs.nextGeneration()
    let beginning = queue.takeBeginning()
    var target = beginning
    var kind = seeks.startKind(mode)
    if let step = seeks.stepper.takeBackwardTarget() {
      target = step
      kind = .stepBackward
    } else if let requested = seeks.target {
      target = clamped(requested, in: item)
    } else if let item {
      target = clamped(max(item.bounds.start, beginning), in: item)
    }
    start(PipelineStart(generation: generation, target: target, kind: kind))
  }

  /// Clamps a time to the item's duration, or to the window of a live stream.
  func clamped(_ time: CMTime, in item: EngineItem?) -> CMTime {
    if item === self.item, let window = liveWindow {
      return window.clamped(time, offset: item?.liveConfiguration.offset)
    }
    let duration = item?.snapshot.duration ?? .indefinite
    let positive = max(time, .zero)
    guard duration.isNumeric else { return positive.isNumeric ? positive : clock.snapshot.stoppedAt }
    return min(positive, duration)
  }

  /// Restarts the pipeline at the current position.
  func resume() {
    start(
      PipelineStart(
        generation: epochs.generation, target: clampedToWindow(clock.time(at: now)),
        kind: machine.isReversed ? .playBackward : .play()))
  }

  /// Starts the pipeline. Reports of earlier starts are ignored from now on.
  func start(_ plan: PipelineStart) {
    guard let pipeline else { return }
    seeks.cancelPriming()
    buffering.reset()
    buffering.startReporting(context)
    restartNext()
    var plan = plan
    plan.epoch = epochs.beginStart()
    plan.end = item?.cut
    progress = StartProgress(audioCut: plan.end)
    if external.isActive { return startForRenderer(plan) }
    // Audio-only items start in playback mode: there is no frame to show while paused.
    if pipeline.video == nil { plan.playInsteadOfShowingFrame() }
    audio.reset(epoch: plan.epoch)
    pipeline.begin(plan)
    if plan.mode == .playback { audio.devices.prepare(context, epoch: plan.epoch) }
    if pipeline.video == nil, pipeline.audio == nil { playWithoutAudioDevice(from: plan.target) }
  }

  /// The only track is audio, and no device is available for it: the host clock runs through the item.
  func playWithoutAudioDevice(from time: CMTime) {
    guard let pipeline else { return }
    if let duration = item?.snapshot.duration, duration.isNumeric { progress.add(end: duration) }
    shared.post(
      .report(.targetReached(epoch: epochs.current, time: time, isDrained: false), pipeline: pipeline.identifier))
  }

  /// The start has reached its target: the position is `time`, and its media is available.
  func targetReached(at time: CMTime, isDrained: Bool) {
    // If a single frame cannot be decoded alone, the pipeline starts in playback mode, and its audio is needed.
    if !isDrained, !external.isActive { audio.devices.prepare(context, epoch: epochs.current) }
    let wasSeeking = if case .seeking = machine.state { true } else { false }
    if wasSeeking {
      clock.stop(at: time)
      if time == exactSeekTarget { machine.reachPendingSeek() }
    }
    pipeline?.timeline.place(epoch: epochs.current)
    if wasSeeking {
      pipeline?.clockChanged()
      item?.captions.noteSeek()
      timedMetadata.flush()
      publisher.jump(to: time)
      if let item { publisher.add(.timeJumped(item, to: time)) }
      note(.seekCompleted)
      updateInterstitialsAfterSeek(at: time)
      if let item { external.positionWasSet(item, to: time, isOwnSeek: seeks.isOwnSeek) }
      perform(machine.targetReached(isDrained: isDrained && !external.isActive))
      firePeriodicObservers(startingAt: time)
      takeSteps()
    }
    checkPrimed()
    applyChoice()
  }

  /// Continues once every track has buffered enough to start.
  func checkPrimed() {
    guard let pipeline, machine.state == .priming, !buffering.isRebuffering else { return }
    let needsAudio = pipeline.audio != nil && !machine.isReversed && !pipeline.isAudioOutOfReach
    let isPrimed = progress.isPrimed(hasVideo: pipeline.video != nil, needsAudio: needsAudio)
    guard isPrimed || external.isActive else { return }
    startInterstitialBeforePlayback(at: machine.rate)
    let start = clock.time(at: now)
    perform(machine.primed())
    if machine.isMoving { firePeriodicObservers(startingAt: start) }
    takeSteps()
    applyChoice()
  }
}
