import CoreMedia

/// The next item and how far it has been prepared.
struct NextItem {
  /// The item that follows. It becomes the current item when this one ends.
  let item: EngineItem
  /// The part of the item that is prepared.
  let bounds: ItemBounds
  /// The pipeline that prepares the item; nil before preparation starts.
  var pipeline: ItemPipeline?
  /// The epoch of the pipeline's start; 0 until the container is open.
  var epoch = 0
  /// The reports of the pipeline since that start. The session adopts them with the item.
  var progress = StartProgress()
  /// Whether its first frame, or without video its first audio, is ready: it can become current without opening it
  /// again.
  var hasReachedTarget = false
  /// Whether it could not be opened. The failure is reported when it becomes the current item.
  var isUnplayable = false
  /// Whether its audio follows that of the current item in the ring: the two join at a sample.
  var isQueuedInRing = false
}

/// The next item: opened while the current one plays its last seconds, and joined to it without a gap.
///
///     current item: … last packet read ─► … ─► last sample written ─► … ─► last sample played
///     next item:            └► opened, started at 0, video primed └► its audio follows in the ring └► becomes current
extension SessionLoop {
  /// Sets the next item. An unchanged item remains prepared.
  func setNextItem(_ item: EngineItem?) {
    guard next?.item !== item || next?.bounds != item?.bounds else { return }
    dropNext()
    next = item.map { NextItem(item: $0, bounds: $0.bounds) }
    if progress.hasReadEverything || (progress.audioCut != nil && progress.hasAudioEnded) { prepareNext() }
    if machine.state == .ended, machine.rate != 0 { applyEndAction() }
  }

  /// Discards the preparation of the next item.
  func dropNext() {
    if next?.isQueuedInRing == true { audio.revokeQueuedItem(to: epochs.current) }
    next?.item.timeline = nil
    next?.pipeline?.close()
    if let item = next?.item { next = NextItem(item: item, bounds: item.bounds) }
  }

  /// The next item could not be opened.
  private func markNextUnplayable() {
    dropNext()
    next?.isUnplayable = true
  }

  /// The current item is restarted: the preparation of the next one is repeated later.
  func restartNext() {
    if next?.pipeline != nil { dropNext() }
  }

  /// The end times of an item were changed.
  func boundsChanged(of item: EngineItem) {
    if item === next?.item { return setNextItem(item) }
    guard item === self.item, pipeline != nil else { return }
    // Without a cut, playback stops with the clock. Audio that was cut at another time is rendered again.
    guard progress.audioCut != nil, progress.audioCut != item.cut, !seeks.isSeeking else { return }
    startSeek(SeekRequest(time: clock.time(at: now), toleranceBefore: .zero, toleranceAfter: .zero, identifier: -1))
  }

  /// Whether the next item is opened before all of the current one's packets are read.
  var needsNextItem: Bool {
    guard endAction == .advance, let next else { return false }
    return next.pipeline == nil && !next.isUnplayable && item?.cut != nil
  }
  /// Long enough to open a file and fill its buffers, short enough to have two decoders only for a moment.
  static let preparationLead = HostDuration.milliseconds(1500)

  /// Opens the next item, once enough of the current item's packets are read.
  func prepareNext() {
    guard endAction == .advance, let next, next.pipeline == nil, !next.isUnplayable else { return }
    note(.openingNext(next.item.url))
    self.next?.pipeline = makePipeline(next.item)
  }

  /// Handles a report of the next item's pipeline. Reports of a pipeline that is neither current nor next are ignored.
  func handleNext(_ report: PipelineReport, from identifier: Int) {
    guard let pipeline = next?.pipeline, pipeline.identifier == identifier else { return }
    switch report {
    case .opened(let info, let streams):
      if select(info, streams, in: pipeline) != nil { return markNextUnplayable() }
      let epoch = epochs.next()
      next?.epoch = epoch
      let generation = epochs.nextGeneration()
      let target = clamped(next?.bounds.start ?? .zero, in: pipeline.item)
      pipeline.begin(
        PipelineStart(
          epoch: epoch, generation: generation, target: target, kind: .play(), end: pipeline.item.cut))
      handOver()
    case .targetReached(let epoch, _, _):
      guard epoch == next?.epoch else { return }
      next?.hasReachedTarget = true
      pipeline.timeline.place(epoch: epoch)
    case .videoPrimed(let epoch): if epoch == next?.epoch { next?.progress.videoIsPrimed() }
    case .audioPrimed(let epoch): if epoch == next?.epoch { next?.progress.audioIsPrimed() }
    // It cannot follow without a gap: it starts when the current item is over.
    case .audioIsOutOfReach: break
    case .videoEnded(let epoch, let end):
      guard epoch == next?.epoch else { return }
      next?.progress.videoEnded(at: end)
    case .audioEnded(let epoch, let end):
      guard epoch == next?.epoch else { return }
      next?.progress.audioEnded(at: end)
    case .closedCaptions(let found): _ = pipeline.item.addClosedCaptions(found)
    // Evaluated when the item becomes current.
    case .interstitialsChanged: break
    case .frameShape(let shape): next?.item.update { $0.adopt(shape) }
    case .durationEstimated(let duration):
      next?.item.update {
        $0.duration = duration
        $0.isDurationEstimated = true
      }
    case .readFailed(let epoch, let error): if epoch == next?.epoch { next?.progress.readFailed(error) }
    case .decodedNothing(let epoch, let error): if epoch == next?.epoch { next?.progress.decodingFailed(error) }
    case .failed: markNextUnplayable()
    case .passed: break
    case .readEverything(let epoch): if epoch == next?.epoch { next?.progress.everythingIsRead() }
    }
  }

  /// Queues the next item's audio in the ring, once all of this item's audio is in it.
  func handOver() {
    guard interstitials.dueAtEnd == nil, nextStartsWithoutInterstitial, progress.readError == nil else { return }
    guard endAction == .advance, let end = endTime, let audioEnd = progress.audioEnd, let ring = pipeline?.ring,
      let following = next?.pipeline, let epoch = next?.epoch, epoch > 0, next?.isQueuedInRing == false,
      following.audio != nil, !ring.isCut, ring.handOver(to: epoch)
    else { return }
    next?.isQueuedInRing = true
    // A last frame that outlasts the audio is shown to its end.
    following.setLeadIn(max(0, (end - audioEnd).seconds))
    following.startAudio(into: ring)
    following.noteRingOwned()
    if machine.isMoving { audio.readSoon() }
  }

  /// Whether no interstitial plays before the next item, which would separate its audio from this one's.
  private var nextStartsWithoutInterstitial: Bool {
    guard let next else { return true }
    return !InterstitialController.plays(beforeStartOf: next.item, at: next.bounds.start)
  }

  /// The first sample of the next item is audible.
  func joinNext() {
    guard let finished = item, let pipeline else { return }
    let duration = finished.snapshot.duration
    let end = finished.cut ?? (duration.isNumeric ? duration : pipeline.clock.time(at: now))
    observe(through: end)
    deliverMetadata(at: end)
    note(.ended)
    pipeline.clock.stop(at: end)
    firePeriodicObservers()
    becomeCurrent()
    events.append(.playedToEnd(finished))
  }

  /// The current item has ended. The next item, if any, takes its place.
  func advance() {
    if let following = next?.pipeline, next?.hasReachedTarget == true {
      becomeCurrent()
      // Its audio, if any, starts now.
      following.clock.stop(at: observers.position)
      audio.devices.prepare(context, epoch: epochs.current)
      perform(machine.setItemReady())
      checkPrimed()
    } else {
      let following = next?.item
      item?.endPosition = observers.position
      dropNext()
      next = nil
      setItem(following)
      publishItem(following)
    }
  }

  /// Makes the next item, which is open and started, the current one.
  private func becomeCurrent() {
    guard let following = next, let taken = following.pipeline else { return }
    diagnostics.endDrops(context)
    next = nil
    clocks.removeHostAnchor()
    let old = pipeline
    old?.item.timeline = nil
    old?.item.endPosition = observers.position
    pipeline = taken
    item = following.item
    timedMetadata.follow(item, waking: shared.gate)
    epochs.adopt(following.epoch)
    progress = following.progress
    progress.audioCut = following.item.cut
    observers.jump(to: clamped(following.bounds.start, in: following.item))
    following.item.endPosition = nil
    shared.setClock(taken.clock, of: following.item)
    old?.item.captions.setClock(nil)
    following.item.captions.setClock(taken.clock)
    applyTracks()
    interstitials.itemWasReplaced()
    interstitials.adopt(context)
    interstitials.jumped(to: observers.position)
    limitVisibleFrames()
    publishItem(following.item)
    noteSelection()
    note(.joined)
    announceReady()
    events.append(.timeJumped(following.item, to: observers.position))
    reportSchedules()
    old?.close()
  }

  /// Publishes the current item, unless the client has set another one in the meantime.
  private func publishItem(_ item: EngineItem?) {
    let handled = handledRevision
    shared.update { if $0.revision == handled { $0.item = item } }
    announceSession()
  }

  /// The end action was changed, or playback was requested, while the item is at its end.
  func applyEndAction() {
    switch endAction {
    case .pause: setRateToZero()
    case .none: break
    case .advance: advance()
    }
  }
}
