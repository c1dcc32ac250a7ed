import CoreMedia
import Foundation
import PlayheadFFmpeg

/// Items: opening, starting at a place, landing, failing, ending.
extension SessionLoop {
  var shownTimeline: VideoTimeline? {
    pipeline?.video == nil || item?.isPictureDisabled == true || item?.hidesPicture == true ? nil : pipeline?.timeline
  }

  func setItem(_ item: EngineItem?) {
    // It moved on to it by itself in the same moment.
    if let item, item === self.item { return }
    stepsLeft = 0
    primingDeadline = nil
    tie = nil
    dropInterstitial()
    interstitials = InterstitialSchedule()
    let actions = machine.setItem(item != nil)
    // Pending answers are owed by the old item.
    perform(actions.filter { $0 != .open })
    closePipeline()
    // What was to follow the old item does not follow the new one.
    dropNext()
    next = nil
    self.item = item
    followMetadata(of: item)
    buffers.reset()
    buffers.nextReport = nil
    hasBegun = false
    logMark = LogMark()
    live = LiveSteering()
    shared.useIdleClock()
    clock.stop(at: .zero)
    observedThrough = .zero
    perform(actions.filter { $0 == .open })
    for presenter in presenters { presenter.show(nil) }
  }

  func closePipeline() {
    endDrops()
    sound?.pause()
    nextReading = nil
    item?.timeline = nil
    item?.captions.setClock(nil)
    pipeline?.close()
    pipeline = nil
  }

  func openItem() {
    guard let item else { return }
    let made = makePipeline(item)
    pipeline = made
    logMark.openedAt = now
    shared.clock = made.clock
    note(.opening)
  }

  func makePipeline(_ item: EngineItem) -> ItemPipeline {
    pipelineCount += 1
    let identifier = pipelineCount
    let shared = shared
    let made = ItemPipeline(identifier: identifier, item: item, environment: shared.environment) {
      shared.post(.report($0, pipeline: identifier))
    }
    if machine.rate != 0 { made.setRate(Double(machine.rate)) }
    return made
  }

  func handle(_ report: PipelineReport) {
    switch report {
    case .opened(let info, let streams): opened(info, streams)
    case .failed(let error): fail(error)
    case .landed(let epoch, let time, let isDrained):
      if epoch == self.epoch { landed(at: time, isDrained: isDrained) }
    case .passed(let epoch):
      if epoch == self.epoch { perform(machine.passed()) }
    case .readEverything(let epoch):
      guard epoch == self.epoch else { return }
      hasReadEverything = true
      prepareNext()
    case .videoPrimed(let epoch):
      guard epoch == self.epoch else { return }
      progress.isVideoPrimed = true
      checkPrimed()
    case .audioPrimed(let epoch):
      guard epoch == audioEpoch else { return }
      progress.isAudioPrimed = true
      soundSwitchIsPrimed()
      checkPrimed()
    case .videoEnded(let epoch, let end):
      guard epoch == self.epoch else { return }
      progress.hasVideoEnded = true
      progress.isVideoPrimed = true
      ended(at: end)
    case .audioEnded(let epoch, let end):
      guard epoch == audioEpoch else { return }
      progress.hasAudioEnded = true
      progress.isAudioPrimed = true
      progress.audioEnd = end
      ended(at: end)
      // Where sound is cut the rest of the file is of no interest.
      if soundCut != nil { prepareNext() }
    case .closedCaptions(let found):
      guard let item, item.addClosedCaptions(found) else { return }
      announceItem { _ in }
      applyChoice()
    case .presentationSize(let width, let height):
      announceItem { $0.presentationSize = CGSize(width: width, height: height) }
    }
  }

  private func opened(_ info: MediaInfo, _ streams: [StreamParameters]) {
    guard let pipeline else { return }
    if let error = select(info, streams, in: pipeline) { return fail(error) }
    applyTracks()
    adoptInterstitials()
    noteSelection()
    pipeline.item.captions.setClock(pipeline.clock)
    perform(machine.opened())
  }

  /// Chooses what plays of an item and writes down what is known of it.
  func select(_ info: MediaInfo, _ streams: [StreamParameters], in pipeline: ItemPipeline) -> MediaError? {
    let choice = pipeline.item.choice
    let chosen = [info.preferredTrack(.video), choice.audioTrack(in: info)].map { track in
      track.flatMap { track in streams.first { $0.track.index == track.index } }
    }
    guard chosen[0] != nil || chosen[1] != nil else {
      let undecodable = info.tracks.first { ($0.kind == .video || $0.kind == .audio) && !$0.isDecodable }
      return MediaError(
        undecodable.map { .noDecoder(codec: $0.codecName) } ?? .noPlayableTracks, url: pipeline.item.url)
    }
    pipeline.streams = streams
    pipeline.select(video: chosen[0], audio: chosen[1])
    pipeline.item.timeline = pipeline.timeline
    let size = chosen[0]?.track.video.map(Self.presentationSize) ?? .zero
    let transfer = pipeline.transfer
    let text = choice.textTrack(in: info, with: chosen[1]?.track)?.index
    pipeline.item.update {
      $0.info = info
      $0.duration = info.duration
      $0.presentationSize = size
      $0.canPlayReverse = info.isSeekable && info.hasPresentationTimes && chosen[0] != nil
      $0.videoTrack = chosen[0]?.track.index
      $0.angle = chosen[0]?.track.index
      $0.audioTrack = chosen[1]?.track.index
      $0.textTrack = text
      $0.transfer = transfer
      $0.seekableRange = transfer?.stream?.seekable.map(BufferWatch.time)
      $0.recommendedOffset = transfer?.stream.flatMap { $0.duration == nil ? $0.holdBack : nil }
      // What has to be fetched is told as it comes.
      let isAtHand = $0.transfer == nil && info.duration.isNumeric
      $0.loadedTimeRanges = isAtHand ? [CMTimeRange(start: .zero, duration: info.duration)] : []
    }
    return nil
  }

  private static func presentationSize(_ video: TrackInfo.VideoInfo) -> CGSize {
    let width = (Double(video.width) * video.pixelAspect.ratio).rounded()
    let height = Double(video.height)
    return video.transform.swapsSides ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
  }

  func announceReady() {
    noteReady()
    announceItem {
      $0.status = .ready
      $0.isBufferEmpty = false
      $0.isLikelyToKeepUp = true
    }
  }

  func fail(_ error: MediaError) {
    guard let item else { return }
    note(.failed(error))
    let wasReady = item.snapshot.status == .ready
    let isPlaying = machine.rate != 0
    item.writeLog { log in
      // What a stream's own reader knows it has written down already.
      let isKnown = log.errors.contains { $0.error.kind == error.kind && $0.url == error.url }
      if !error.url.isFileURL, !isKnown {
        log.add(ErrorEntry(date: shared.environment.clock.date, error: error, address: nil, fields: nil))
      }
    }
    tellLog()
    dropInterstitial()
    perform(machine.failed())
    announceItem {
      $0.status = .failed
      $0.error = error
    }
    guard wasReady else { return }
    if isPlaying { fallToPause() }
    events.append(.failedToPlayToEnd(item, error))
  }

  // MARK: Starting

  /// Starts the pipeline at the place of the pending seek, or at the beginning.
  func begin(_ mode: StartPlan.Mode) {
    generation += 1
    // A live stream does not begin at its beginning.
    let beginning = hasBegun ? .zero : item?.snapshot.info?.startTime ?? .zero
    hasBegun = true
    var plan = StartPlan(epoch: 0, generation: generation, target: beginning, mode: mode)
    if let step = stepTarget {
      stepTarget = nil
      plan.target = step
      plan.snapsToPicture = true
    } else if let seek {
      plan.target = clamped(seek.time, in: item)
      plan.toleranceBefore = seek.toleranceBefore
      plan.toleranceAfter = seek.toleranceAfter
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
      StartPlan(
        epoch: 0, generation: generation, target: clampedToWindow(clock.time(at: now)),
        mode: machine.isReversed ? .reverse : .flow))
  }

  /// What of a live stream can be played now; nil for everything else.
  private var liveWindow: CMTimeRange? {
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
  private func clampedToWindow(_ time: CMTime) -> CMTime {
    guard let window = liveWindow else { return time }
    return max(window.start, time)
  }

  private func start(_ plan: StartPlan) {
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
  private func flowInSilence(from time: CMTime) {
    guard let pipeline else { return }
    if let duration = item?.snapshot.duration, duration.isNumeric { progress.add(end: duration) }
    shared.post(.report(.landed(epoch: epoch, time: time, isDrained: false), pipeline: pipeline.identifier))
  }

  private func landed(at time: CMTime, isDrained: Bool) {
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
    guard pipeline.video == nil || progress.isVideoPrimed, !needsSound || progress.isAudioPrimed else { return }
    interposeBeforeStart(at: machine.rate)
    perform(machine.primed())
    if machine.isMoving { firePeriodicObservers() }
    takeSteps()
    applyChoice()
  }

  // MARK: Ending

  /// When the item is over; nil until every track has told its end.
  var endTime: CMTime? {
    if machine.isReversed { return item?.bounds.reverseLimit ?? .zero }
    if let cut = item?.cut { return max(cut, clock.snapshot.stoppedAt) }
    guard let pipeline, pipeline.video == nil || progress.hasVideoEnded, pipeline.audio == nil || progress.hasAudioEnded
    else {
      return nil
    }
    return max(progress.end ?? .zero, clock.snapshot.stoppedAt)
  }

  private func ended(at time: CMTime?) {
    progress.add(end: time)
    if item?.cut == nil, let end = endTime {
      if item?.snapshot.duration.isNumeric != true {
        announceItem {
          $0.duration = end
          $0.loadedTimeRanges = [CMTimeRange(start: .zero, duration: end)]
        }
      }
    }
    checkPrimed()
    handOver()
  }

  func reachEnd() {
    guard let item, let pipeline else { return }
    let duration = item.snapshot.duration
    let end = clock.snapshot.stoppedAt
    // What the container promises and what its packets give differ by roundings; the position ends on the promise.
    let isWhole = !machine.isReversed && item.cut == nil
    let missing = duration.isNumeric && isWhole ? (duration - end).seconds : 0
    let limit = max(Self.truncationLimit, pictureDuration)
    if isWhole, duration.isNumeric, abs(missing) < limit { clock.stop(at: duration) }
    pipeline.clockChanged()
    firePeriodicObservers()
    if endAction == .pause { fallToPause() }
    if endAction == .advance { advance() }
    // The order is the contract's: what comes next is in its place before the end of this item is told.
    if missing >= limit, item.snapshot.info?.hasIndex == true {
      let error = MediaError(.truncated(playable: end.seconds, promised: duration.seconds), url: item.url)
      item.journal.note(.failed(error), at: now, media: end)
      events.append(.failedToPlayToEnd(item, error))
    } else {
      item.journal.note(.ended, at: now, media: end)
      events.append(.playedToEnd(item))
    }
  }

  /// An edit may begin or end within a picture: as much as one picture is not missed.
  private var pictureDuration: Double {
    guard let duration = pipeline?.video?.track.video?.minFrameDuration, duration.isNumeric else { return 0 }
    return duration.seconds
  }

  /// Half a second: more than tracks of one file differ in length, less than anybody would miss.
  private static let truncationLimit = 0.5

  /// The rate falls to zero by itself, unless somebody has asked for another in the meantime.
  func fallToPause() {
    perform(machine.setRate(0))
    let handled = handledRevision
    shared.update { if $0.revision == handled { $0.rate = 0 } }
    announceSession()
  }
}
