import CoreMedia
import PlayheadClock
import PlayheadItems

/// Deadlines of the loop, and the time observers that are due.
extension SessionLoop {
  /// The earliest time at which the loop has to wake without a command; nil if there is none.
  func nextDeadline() -> HostTime? {
    var deadlines = [
      seeks.primingDeadline, audio.deadline, clocks.nextCheck,
      buffering.deadline(context, progress),
      metadataDeadline, diagnostics.nextCheck, interstitials.deadline(context),
      windowDeadline, sinks.displayRate.nextCheck,
    ].compactMap { $0 }
    if machine.isMoving, clock.isRunning {
      if queue.next?.isQueuedInRing != true, !rendererDeterminesEnd, let end = endTime,
        let host = clock.hostTime(ofMedia: end.nanoseconds)
      {
        deadlines.append(host)
        if queue.needsNextEarly { deadlines.append(host - Self.preparationLead) }
      }
      if let moment = nextObserved, let host = clock.hostTime(ofMedia: moment) { deadlines.append(host) }
    }
    return deadlines.min()
  }

  /// The first whole nanosecond of media at which an observer is due; nil if the item ends before.
  private var nextObserved: Int64? {
    guard let moment = publisher.nextObserved(isReversed: machine.isReversed) else { return nil }
    if machine.isReversed { return moment.nanoseconds }
    return endTime.map { moment <= $0 } ?? true ? moment.nanosecondsAtLeast : nil
  }

  /// Performs everything that is due.
  func passTime() {
    if clocks.checkForSuspension(context) {
      diagnostics.processWasSuspended()
      audio.processWasSuspended(context)
    }
    let now = now
    if seeks.takeDuePriming(at: now) { perform(machine.primingIsDue()) }
    audio.performDue(context)
    readAudioPosition()
    updatePassthrough()
    followDisplay()
    clocks.steerIfDue(context)
    if seeks.stepper.stepsForward, machine.state == .ready { takeSteps() }
    watchBuffers()
    slowAtWindowBound()
    if queue.needsNextEarly, machine.isMoving, clock.isRunning, let end = endTime,
      let host = clock.hostTime(ofMedia: end.nanoseconds), host - Self.preparationLead <= now
    {
      prepareNext()
    }
    deliverMetadata()
    watchProgress()
    diagnostics.reportDrops(context)
    if startDueInterstitial() { return }
    // Where the next item's audio follows in the ring, this item ends when that audio becomes audible.
    guard machine.isMoving, clock.isRunning, queue.next?.isQueuedInRing != true else {
      // While that audio is on its way to the device the clock runs past the end, where there is nothing to observe.
      let time = clock.time(at: now)
      return observe(through: machine.isReversed ? time : min(time, endTime ?? time))
    }
    if !rendererDeterminesEnd, let end = endTime, let host = clock.hostTime(ofMedia: end.nanoseconds), host <= now {
      if startPostRoll() { return }
      observe(through: end)
      perform(machine.reachedEnd())
    } else {
      let time = clock.time(at: now)
      observe(through: rendererDeterminesEnd ? min(time, endTime ?? time) : time)
    }
  }

  /// Whether the item ends when the renderer reports its end, and not with the clock.
  private var rendererDeterminesEnd: Bool { external.determinesEnd && item?.cut == nil }

  /// Limits the visible position to the end: the loop detects the end a little late, and the clock runs past it while
  /// the next item's audio is on its way to the device.
  func limitClock() { clock.limit(to: machine.isMoving && !machine.isReversed ? endTime : nil) }

  /// Adds events for the observers that are due up to `time`.
  func observe(through time: CMTime) {
    if machine.isMoving { publisher.observe(through: time, isReversed: machine.isReversed) }
  }

  /// Adds events for all periodic observers.
  ///
  /// - Parameter start: The position from which the clock has just started, if it has. The output anchors it some
  ///   milliseconds before or after this call, and observers receive the exact position, such as zero.
  func firePeriodicObservers(startingAt start: CMTime? = nil) {
    guard let item else { return }
    var time = clock.time(at: now)
    if let start, abs((time - start).seconds) < Self.startTolerance { time = start }
    // The tracks may end a little after the declared duration; the position is set to that at the end.
    let duration = item.snapshot.duration
    if duration.isNumeric, time > duration, (time - duration).seconds < TruncationPolicy.tolerance { time = duration }
    publisher.firePeriodicObservers(at: time)
  }

  /// The largest difference between the position before a start and the clock just after it, in seconds. A larger one
  /// is a jump, such as to an anchor that the client has set.
  private static let startTolerance = 0.1
}
