import CoreMedia

/// Interstitials: the item waits, its views show the frames of the interstitial's player, and the item resumes when
/// that is over.
///
///     playing ──interstitial is due──► held, `interstitialDue` ──`endInterstitial`──► playing, at the resumption
///                                      └── a seek, another item: `interstitialDropped` ──► …
extension SessionLoop {
  /// The interstitials of an item have changed.
  func interstitialsChanged(of item: EngineItem) {
    guard item === self.item else { return }
    adoptInterstitials()
    limitVisibleFrames()
  }

  /// Reads the current interstitials of the item and its stream.
  func adoptInterstitials() {
    guard let item else { return }
    interstitials.adopt(
      item.interstitials.points(item.playlistTimeline), item.playlistTimeline, at: clock.time(at: now))
  }

  /// Reports the loading results of schedule documents.
  func reportSchedules() {
    guard let item else { return }
    for answer in item.takeScheduleResults() { events.append(.scheduleLoaded(item, answer)) }
  }

  /// Hides frames after the next interruption until it is over, even from views that look ahead.
  func limitVisibleFrames() {
    pipeline?.timeline.setLimit(machine.rate > 0 ? interstitials.nextTime : nil)
  }

  /// The next deadline: the next interruption of playback, or its announcement.
  var interstitialDeadline: HostTime? {
    guard machine.isMoving, !machine.isReversed, clock.isRunning, let time = interstitials.nextTime,
      let host = clock.hostTime(ofMedia: time.nanoseconds)
    else { return nil }
    return interstitials.isNextAnnounced ? host : min(host, max(now, host - Self.interstitialLead))
  }
  /// Long enough to fetch an asset list, a playlist and a first segment.
  private static let interstitialLead = HostDuration.seconds(10)

  /// Interrupts playback if an interstitial is due. Returns whether it did.
  func startDueInterstitial() -> Bool {
    guard let deadline = interstitialDeadline, deadline <= now, let time = interstitials.nextTime,
      let host = clock.hostTime(ofMedia: time.nanoseconds)
    else { return false }
    if host - Self.interstitialLead <= now, let id = interstitials.announce(), let item {
      events.append(.interstitialNear(item, id))
    }
    guard host <= now, let id = interstitials.due(at: time) else { return false }
    observe(through: time)
    suspend(for: id, at: time)
    return true
  }

  /// Delays the start of playback if an interstitial is due at this position.
  func startInterstitialBeforePlayback(at rate: Float) {
    guard rate > 0, !machine.isSuspended, !machine.isMoving, !interstitials.isEmpty else { return }
    let time = clock.snapshot.stoppedAt
    if let id = interstitials.due(at: time) { suspend(for: id, at: time) }
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
    events.append(.interstitialDue(item, id, at: time))
  }

  /// The current interstitial is over, or could not be played. The next one at the same position follows, or the item
  /// resumes.
  func endInterstitial(_ id: String, offset: CMTime, failures: [MediaError]) {
    guard let item else { return }
    let date = shared.environment.clock.date
    for error in failures {
      note(.fault(error))
      item.writeLog { $0.add(ErrorEntry(date: date, error: error, address: nil, fields: nil)) }
    }
    reportLog()
    guard interstitials.current == id else { return }
    let place = clock.time(at: now)
    interstitials.end(offset: offset)
    let isAtEnd = endTime.map { place >= $0 } ?? false
    if let next = isAtEnd ? interstitials.dueAtEnd : interstitials.due(at: place) {
      interstitials.begin(next)
      events.append(.interstitialDue(item, next, at: place))
      return
    }
    if isAtEnd, machine.rate > 0 {
      returnSinks()
      perform(machine.endAfterInterstitial())
    } else {
      resumeItem(from: place)
    }
  }

  /// Resumes the item after its interstitials, with a seek if they move the position.
  private func resumeItem(from place: CMTime) {
    guard let time = interstitials.resumption(from: place) else {
      limitVisibleFrames()
      returnSinks()
      perform(machine.endSuspension())
      if machine.isMoving { firePeriodicObservers() }
      return
    }
    machine.releaseForSeek()
    isResuming = true
    limitVisibleFrames()
    startOwnSeek(to: time)
  }

  /// A seek has completed: the client's, or the resumption after an interstitial.
  func updateInterstitialsAfterSeek(at time: CMTime) {
    guard interstitials.current == nil else { return }
    if isResuming { interstitials.moved(to: time) } else { interstitials.jumped(to: time) }
    isResuming = false
    limitVisibleFrames()
    returnSinks()
  }

  /// Cancels the current interstitial because of a request of the client.
  func dropInterstitial() {
    let wasResuming = isResuming
    isResuming = false
    guard let id = interstitials.current else {
      if wasResuming { returnSinks() }
      return
    }
    interstitials.drop()
    machine.releaseForSeek()
    events.append(.interstitialDropped(id))
    returnSinks()
  }

  /// Limits a seek of the client by the interstitials that must play first; nil if it is refused.
  func constrained(_ request: SeekRequest) -> SeekRequest? {
    guard !interstitials.isEmpty, request.time.isNumeric else { return request }
    let position = clock.time(at: now)
    if interstitials.currentConstrainsSeeking, request.time > position {
      events.append(.seekFinished(identifier: request.identifier, finished: false))
      return nil
    }
    let time = interstitials.constrained(request.time, from: position)
    guard time != request.time else { return request }
    return SeekRequest(time: time, toleranceBefore: .zero, toleranceAfter: .zero, identifier: request.identifier)
  }

  // MARK: Sinks

  /// Lends the sinks of this session to the interstitial's player until the interstitial is over.
  func lendSinks(to other: PlaybackSession) {
    guard interstitials.current != nil else { return }
    sinks.lend(to: other)
  }

  /// Takes the lent sinks back.
  private func returnSinks() { sinks.takeBack(showing: shownTimeline) }
}
