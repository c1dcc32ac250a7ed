import CoreMedia
import PlayheadClock
import PlayheadItems
import PlayheadPipeline

/// Interstitials: the item waits, its views show the frames of the interstitial's player, and the item resumes when
/// that is over.
///
///     playing ──interstitial is due──► held, `interstitialDue` ──`endInterstitial`──► playing, at the resumption
///                                      └── a seek, another item: `interstitialDropped` ──► …
extension SessionLoop {
  /// The interstitials of an item have changed.
  func interstitialsChanged(of item: EngineItem) {
    guard item === self.item else { return }
    interstitials.adopt(context)
    limitVisibleFrames()
  }

  /// Reports the loading results of schedule documents.
  func reportSchedules() {
    guard let item else { return }
    for answer in item.takeScheduleResults() { publisher.add(.scheduleLoaded(item, answer)) }
  }

  /// Hides frames after the next interruption until it is over, even from views that look ahead.
  func limitVisibleFrames() { pipeline?.timeline.setLimit(interstitials.frameLimit(rate: machine.rate)) }

  /// Announces the next interstitial if that is due, and interrupts playback if one is due. Returns whether it did.
  func startDueInterstitial() -> Bool {
    let context = context
    guard let deadline = interstitials.deadline(context), deadline <= context.now else { return false }
    if let id = interstitials.takeAnnouncement(context), let item { publisher.add(.interstitialNear(item, id)) }
    guard let due = interstitials.due(context) else { return false }
    observe(through: due.time)
    suspend(for: due.id, at: due.time)
    return true
  }

  /// Delays the start of playback if an interstitial is due at this position.
  func startInterstitialBeforePlayback(at rate: Float) {
    guard rate > 0, !machine.isSuspended, !machine.isMoving else { return }
    let time = clock.snapshot.stoppedAt
    if let id = interstitials.due(atStart: time) { suspend(for: id, at: time) }
  }

  /// Plays the post-roll before the end of the item is reported. Returns whether there is one.
  func startPostRoll() -> Bool {
    guard machine.rate > 0, let id = interstitials.dueAtEnd, let end = endTime else { return false }
    observe(through: end)
    suspend(for: id, at: end)
    return true
  }

  /// Suspends the item at `time` for an interstitial.
  private func suspend(for id: String, at time: CMTime) {
    guard let item else { return }
    let wasMoving = machine.isMoving
    perform(machine.suspend())
    if wasMoving, clock.snapshot.stoppedAt != time {
      clock.stop(at: time)
      pipeline?.clockChanged()
    }
    if wasMoving { firePeriodicObservers() }
    interstitials.begin(id)
    publisher.add(.interstitialDue(item, id, at: time))
  }

  /// An interstitial is over, or could not be played. The next one at the same position follows, or the item resumes.
  func endInterstitial(_ id: String, offset: CMTime, failures: [MediaError]) {
    guard let item else { return }
    let date = shared.environment.clock.date
    for error in failures {
      note(.fault(error))
      item.writeLog { $0.add(ErrorEntry(date: date, error: error, address: nil, fields: nil)) }
    }
    reportLog()
    let place = clock.time(at: now)
    let isAtEnd = endTime.map { place >= $0 } ?? false
    switch interstitials.end(id, offset: offset, at: place, isAtEnd: isAtEnd, rate: machine.rate) {
    case .none: break
    case .next(let next): publisher.add(.interstitialDue(item, next, at: place))
    case .endItem:
      returnSinks()
      perform(machine.endAfterInterstitial())
    case .resume:
      limitVisibleFrames()
      returnSinks()
      perform(machine.endSuspension())
      if machine.isMoving { firePeriodicObservers() }
    case .seek(let time):
      machine.releaseForSeek()
      limitVisibleFrames()
      startOwnSeek(to: time)
    }
  }

  /// A seek has completed: the client's, or the resumption after an interstitial.
  func updateInterstitialsAfterSeek(at time: CMTime) {
    guard interstitials.seekCompleted(at: time) else { return }
    limitVisibleFrames()
    returnSinks()
  }

  /// Cancels the current interstitial because of a request of the client.
  func dropInterstitial() {
    let (id, returnsSinks) = interstitials.cancel()
    if let id {
      machine.releaseForSeek()
      publisher.add(.interstitialDropped(id))
    }
    if returnsSinks { returnSinks() }
  }

  /// Limits a seek of the client by the interstitials that must play first; nil if it is refused.
  func constrained(_ request: SeekRequest) -> SeekRequest? {
    let limited = interstitials.constrained(request, from: clock.time(at: now))
    if limited == nil { publisher.add(.seekFinished(identifier: request.identifier, finished: false)) }
    return limited
  }

  // MARK: Sinks

  /// Redirects the sinks of this session to the interstitial's player until the interstitial is over.
  func redirectSinks(to other: PlaybackSession) {
    if interstitials.isInterrupted { sinks.redirect(to: other) }
  }

  /// Takes the redirected sinks back.
  private func returnSinks() { sinks.takeBack(showing: shownTimeline) }
}
