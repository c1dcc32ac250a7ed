import CoreMedia

/// The session's journal, and its end when it hangs.
extension SessionLoop {
  /// Adds an event to the current item's journal.
  func note(_ event: JournalEvent) {
    item?.journal.note(event, at: now, media: clock.time(at: now))
  }

  /// Runs the watchdog while playback is requested.
  func watchProgress() {
    let now = now
    watchdog.watch(machine.rate != 0 && !machine.isSuspended && item != nil, at: now)
    guard let look = watchdog.nextCheck, look <= now, let kind = watchdog.look(watchdogFacts, at: now), let item else {
      return
    }
    note(.stuck(kind))
    fail(MediaError(.stuck(kind), url: item.url))
  }

  /// Reports dropped frames.
  func reportDrops() {
    guard let timeline = pipeline?.timeline, let count = drops.look(timeline.dropped, at: now) else { return }
    noteDrops(count)
  }

  /// Reports the remaining dropped frames of a pipeline that ends.
  func endDrops() {
    guard let timeline = pipeline?.timeline, let count = drops.finish(timeline.dropped, at: now) else { return }
    noteDrops(count)
  }

  /// Adds a run of dropped frames to the item's journal and to its access log.
  private func noteDrops(_ count: Int) {
    note(.dropped(pictures: count))
    item?.writeLog { $0.dropped(count) }
  }

  /// The facts that the watchdog compares with those of its previous check.
  private var watchdogFacts: Watchdog.Facts {
    var facts = Watchdog.Facts(phase: watchdogPhase)
    facts.start = epochCount
    facts.position = clock.nanoseconds(at: now)
    guard let pipeline else { return facts }
    facts.bytes = pipeline.transfer?.bytesReceived ?? 0
    let ahead = pipeline.secondsAhead(of: clock.time(at: now))
    facts.secondsAhead = ahead.isFinite ? ahead : 0
    facts.isPlayedOut = hasReadEverything && pipeline.isPlayedOut(at: clock.time(at: now))
    return facts
  }

  /// The phase of playback as the watchdog distinguishes them.
  private var watchdogPhase: Watchdog.Facts.Phase {
    // A program's own clock may be stopped, and a host time that it has set may be far in the future.
    if hostAnchor != nil || sourceClock != nil { return .idle }
    switch machine.state {
    case .empty, .ended, .failed: return .idle
    case .opening, .seeking, .drained, .priming: return .waiting
    case .ready: return .ready
    case .running: return .running
    }
  }

  /// Adds the container and the selected tracks to the journal.
  func noteSelection() {
    guard let item, let info = item.snapshot.info else { return }
    func codec(_ index: Int?) -> String? { index.flatMap { info.track(at: $0) }?.codecName }
    let snapshot = item.snapshot
    note(.opened(container: info.containerName, duration: info.duration, tracks: info.tracks.count))
    note(
      .selected(
        video: codec(snapshot.videoTrack), audio: codec(snapshot.audioTrack), text: codec(snapshot.textTrack)))
  }
}
