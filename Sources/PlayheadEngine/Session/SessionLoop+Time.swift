import CoreMedia

/// What is due when, and who is told that its moment has come.
extension SessionLoop {
  func nextDeadline() -> HostTime? {
    var deadlines = [
      primingDeadline, nextReading, nextBeat, nextLead, soundStopDeadline, deviceSearch.deadline, soundJoinDeadline,
      bufferDeadline,
      metadataDeadline, watchdog.nextLook, drops.nextLook, interstitialDeadline,
      windowDeadline,
    ].compactMap { $0 }
    if machine.isMoving, clock.isRunning {
      if next?.isHandedOver != true, let end = endTime, let host = clock.hostTime(ofMedia: end.nanoseconds) {
        deadlines.append(host)
        if isNextWanted { deadlines.append(host - Self.nextLead) }
      }
      if let moment = nextObserved, let host = clock.hostTime(ofMedia: moment) { deadlines.append(host) }
    }
    return deadlines.min()
  }

  /// The first whole nanosecond of media at which an observer's moment has come. nil where the item ends before.
  private var nextObserved: Int64? {
    if machine.isReversed { return observers.next(before: observedThrough)?.nanoseconds }
    guard let moment = observers.next(after: observedThrough), endTime.map({ moment <= $0 }) ?? true else { return nil }
    return moment.nanosecondsAtLeast
  }

  func passTime() {
    keepBeat()
    let now = now
    if let deadline = primingDeadline, deadline <= now {
      primingDeadline = nil
      perform(machine.primingIsDue())
    }
    if let deadline = soundStopDeadline, deadline <= now {
      soundStopDeadline = nil
      sound?.stop()
    }
    if let deadline = soundJoinDeadline, deadline <= now { joinSound() }
    if let deadline = deviceSearch.deadline, deadline <= now { searchSound() }
    if let reading = nextReading, reading <= now { readSound() }
    if let reading = nextLead, reading <= now { readLead() }
    if stepsLeft > 0, machine.state == .ready { takeSteps() }
    watchBuffers()
    slowAtWindowEnd()
    if isNextWanted, machine.isMoving, clock.isRunning, let end = endTime,
      let host = clock.hostTime(ofMedia: end.nanoseconds), host - Self.nextLead <= now
    {
      prepareNext()
    }
    tellMetadata()
    watchProgress()
    watchDrops()
    if interpose() { return }
    // Where the next item's sound follows in the ring, hearing it is what ends this one.
    guard machine.isMoving, clock.isRunning, next?.isHandedOver != true else {
      // While that is on its way to the device the clock runs on past the end, and nothing is there to be observed.
      let time = clock.time(at: now)
      return observe(through: machine.isReversed ? time : min(time, endTime ?? time))
    }
    if let end = endTime, let host = clock.hostTime(ofMedia: end.nanoseconds), host <= now {
      if interposeAtEnd() { return }
      observe(through: end)
      perform(machine.reachedEnd())
    } else {
      observe(through: clock.time(at: now))
    }
  }

  /// The loop notices the end a little late, and while the next item's sound is on its way the clock of this one runs on: nobody is
  /// to see that.
  func limitClock() { clock.limit(to: machine.isMoving && !machine.isReversed ? endTime : nil) }

  func observe(through time: CMTime) {
    guard machine.isMoving, machine.isReversed ? time < observedThrough : time > observedThrough else { return }
    let moments =
      machine.isReversed
      ? observers.moments(before: observedThrough, through: time)
      : observers.moments(after: observedThrough, through: time)
    for moment in moments {
      events.append(.observerFired(identifier: moment.identifier, time: moment.time))
    }
    observedThrough = time
  }

  func firePeriodicObservers() {
    guard item != nil else { return }
    let time = clock.time(at: now)
    for identifier in observers.periodicIdentifiers {
      // A moment that has just been reached is not told twice.
      let isTold = events.contains {
        if case .observerFired(identifier, time) = $0 { true } else { false }
      }
      if !isTold { events.append(.observerFired(identifier: identifier, time: time)) }
    }
  }
}
