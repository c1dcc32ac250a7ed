import CoreMedia
import PlayheadAudio
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// The next item: prepared while the current one plays its last seconds, and joined to it.
extension SessionLoop {
  /// Sets the next item. An unchanged item remains prepared.
  func setNextItem(_ item: EngineItem?) {
    guard queue.isNewNext(item) else { return }
    dropNext()
    queue.setNext(item)
    if progress.hasReadEverything || (progress.audioCut != nil && progress.hasAudioEnded) { prepareNext() }
    if machine.state == .ended, machine.rate != 0 { applyEndAction() }
  }

  /// Discards the preparation of the next item.
  ///
  /// - Parameter isUnplayable: Whether it could not be opened.
  func dropNext(isUnplayable: Bool = false) {
    if queue.next?.isQueuedInRing == true { audio.revokeQueuedItem(to: epochs.current) }
    queue.discardNext(isUnplayable: isUnplayable)
  }

  /// The current item is restarted: the preparation of the next one is repeated later.
  func restartNext() {
    if queue.next?.pipeline != nil { dropNext() }
  }

  /// The end times of an item were changed.
  func boundsChanged(of item: EngineItem) {
    if item === queue.next?.item { return setNextItem(item) }
    guard item === self.item, pipeline != nil else { return }
    // Without a cut, playback stops with the clock. Audio that was cut at another time is rendered again.
    guard progress.audioCut != nil, progress.audioCut != item.cut, !seeks.isSeeking else { return }
    startSeek(SeekRequest(time: clock.time(at: now), toleranceBefore: .zero, toleranceAfter: .zero, identifier: -1))
  }

  /// Long enough to open a file and fill its buffers, short enough to have two decoders only for a moment.
  static let preparationLead = HostDuration.milliseconds(1500)

  /// Opens the next item, once enough of the current item's packets are read.
  func prepareNext() {
    guard !external.isActive, let url = queue.nextToPrepare else { return }
    note(.openingNext(url))
    queue.prepareNext(rate: audioRate(of: machine.rate))
  }

  /// Handles a report of the next item's pipeline. Reports of a pipeline that is neither current nor next are ignored.
  func handleNext(_ report: PipelineReport, from identifier: Int) {
    switch queue.handleNext(report, from: identifier) {
    case .none: break
    case .failed: dropNext(isUnplayable: true)
    case .opened(let info, let streams): startNext(info, streams)
    }
  }

  /// The next item's container is open: selects its tracks and starts its pipeline.
  private func startNext(_ info: MediaInfo, _ streams: [StreamParameters]) {
    guard let next = queue.next, let pipeline = next.pipeline else { return }
    if ItemOpening.selectTracks(info, streams, in: pipeline) != nil { return dropNext(isUnplayable: true) }
    let epoch = epochs.next()
    queue.nextWasStarted(epoch: epoch)
    pipeline.begin(
      PipelineStart(
        epoch: epoch, generation: epochs.nextGeneration(), target: clamped(next.bounds.start, in: next.item),
        kind: .play(), end: next.item.cut))
    queueNextAudio()
  }

  /// Queues the next item's audio in the ring, once all of this item's audio is in it.
  func queueNextAudio() {
    guard interstitials.dueAtEnd == nil, nextStartsWithoutInterstitial, progress.readError == nil else { return }
    guard queue.endAction == .advance, let end = endTime, let audioEnd = progress.audioEnd, let ring = pipeline?.ring,
      let next = queue.next, let following = next.pipeline, next.epoch > 0, !next.isQueuedInRing,
      audio.devices.canQueue(following.audio?.track, of: next.item, context), !ring.isCut,
      ring.switchEpoch(to: next.epoch)
    else { return }
    queue.nextAudioIsQueued()
    // A last frame that outlasts the audio is shown to its end.
    following.setLeadIn(max(0, (end - audioEnd).seconds))
    following.startAudio(into: ring)
    following.noteRingOwned()
    if machine.isMoving { audio.readSoon() }
  }

  /// Whether no interstitial plays before the next item, which would separate its audio from this one's.
  private var nextStartsWithoutInterstitial: Bool {
    guard let next = queue.next else { return true }
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
    publisher.add(.playedToEnd(finished))
  }

  /// The current item has ended. The next item, if any, takes its place.
  func advance() {
    if let following = queue.next?.pipeline, queue.next?.hasReachedTarget == true {
      becomeCurrent()
      // Its audio, if any, starts now.
      following.clock.stop(at: publisher.observedPosition)
      audio.devices.prepare(context, epoch: epochs.current)
      perform(machine.setItemReady())
      checkPrimed()
    } else {
      let following = queue.next?.item
      item?.endPosition = publisher.observedPosition
      dropNext()
      queue.setNext(nil)
      setItem(following)
      publishItem(following)
    }
  }

  /// Makes the next item, which is open and started, the current one.
  private func becomeCurrent() {
    let ended = context
    guard let (following, taken, old) = queue.advance(from: publisher.observedPosition) else { return }
    diagnostics.endDrops(ended)
    clocks.removeHostAnchor()
    timedMetadata.follow(item, waking: shared.gate)
    epochs.adopt(following.epoch)
    progress = following.progress
    progress.audioCut = following.item.cut
    publisher.jump(to: clamped(following.bounds.start, in: following.item))
    following.item.endPosition = nil
    shared.setClock(taken.clock, of: following.item)
    old?.item.captions.setClock(nil)
    following.item.captions.setClock(taken.clock)
    applyTracks()
    interstitials.itemWasReplaced()
    interstitials.adopt(context)
    interstitials.jumped(to: publisher.observedPosition)
    limitVisibleFrames()
    publishItem(following.item)
    noteSelection()
    note(.joined)
    announceReady()
    publisher.add(.timeJumped(following.item, to: publisher.observedPosition))
    reportSchedules()
    old?.close()
  }

  /// Publishes the current item, unless the client has set another one in the meantime.
  private func publishItem(_ item: EngineItem?) {
    publisher.replaceRequest { $0.item = item }
    announceSession()
  }

  /// The end action was changed, or playback was requested, while the item is at its end.
  func applyEndAction() {
    switch queue.endAction {
    case .pause: setRateToZero()
    case .none: break
    case .advance: advance()
    }
  }
}
