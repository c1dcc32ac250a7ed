import CoreMedia
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// The session's journal, its log events, and its end when it hangs.
extension SessionLoop {
  /// The state that controllers read, at the present time.
  var context: SessionContext {
    SessionContext(
      now: now, item: item, pipeline: pipeline, clock: clock, rate: machine.rate, playedRate: playedRate,
      isMoving: machine.isMoving, isReversed: machine.isReversed, followsSourceClock: clocks.followsSourceClock,
      isExternal: external.isActive)
  }

  /// Adds an event to the current item's journal.
  func note(_ event: JournalEvent) { context.note(event) }

  /// Counts the media played since the last call.
  func countPlayback() { diagnostics.countPlayback(context, date: shared.environment.clock.date) }

  /// Adds an event if the current item's logs have new entries.
  func reportLog() {
    if let event = diagnostics.newLogEntries(of: item) { publisher.add(event) }
  }

  /// Fails the item if requested playback makes no progress.
  func watchProgress() {
    // A renderer has limits of its own.
    let isRequested = machine.rate != 0 && !machine.isSuspended && !external.isActive && item != nil
    guard
      let kind = diagnostics.findHang(whilePlaybackIsRequested: isRequested, at: now, observation: watchdogObservation),
      let item
    else { return }
    note(.stuck(kind))
    fail(MediaError(.stuck(kind), url: item.url))
  }

  /// The facts that the watchdog compares with those of its previous check.
  private var watchdogObservation: Watchdog.Observation {
    Watchdog.Observation(
      context, phase: clocks.isDrivenByProgram ? .idle : .init(machine.state), start: epochs.latest,
      hasReadEverything: progress.hasReadEverything)
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
