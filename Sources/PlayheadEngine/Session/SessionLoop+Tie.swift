import CoreMedia
import PlayheadBasics
import PlayheadFFmpeg

/// Playing tied to a moment of the host clock, and playing led by another clock than the sound device.
extension SessionLoop {
  /// Plays at a rate so that the item is at a time when the clock is at a moment. Without a time: where it is; without a moment: now.
  func setRate(_ rate: Float, time: CMTime, at host: CMTime) {
    let isMoving = machine.isMoving
    let isSame = machine.rate == rate
    tie =
      rate == 0
      ? nil
      : HostTimeAnchor(
        media: (time.isNumeric ? time : clock.time(at: now)).nanoseconds,
        host: host.isNumeric ? HostTime(nanoseconds: host.nanoseconds) : now, rate: Double(rate))
    tieSeeks = 0
    tieSeekStart = nil
    setRate(rate)
    guard isMoving, machine.isMoving, tie != nil else { return }
    // What is in the ring sounds at the old rate: it is made again. At the same rate only the position changes.
    if isSame || pipeline?.ring == nil {
      stopClock()
      startClock()
    } else {
      perform(machine.restart())
    }
  }

  /// Starts the clock where the tie says. False if the item has to be moved first.
  func startTied(_ tie: HostTimeAnchor) -> Bool {
    let position = clock.snapshot.stoppedAt.nanoseconds
    switch tie.start(from: position, at: now) {
    case .stand(let start):
      clock.run(through: position, at: start, rate: tie.rate, standsBefore: true)
    case .catchUp(let behind):
      if behind > Self.catchUpLimit, jump(along: tie) { return false }
      clock.run(through: tie.nanoseconds(at: now), at: now, rate: tie.rate)
    }
    pipeline?.clockChanged()
    if hasSound { joinSound() }
    return true
  }

  /// More than a second of media is not decoded only to be thrown away.
  private static let catchUpLimit: Int64 = 1_000_000_000

  /// Seeks to where the item will be when the seek has landed: at the first try now, at the second by what the first one took. What
  /// is missing then is caught up with.
  private func jump(along tie: HostTimeAnchor) -> Bool {
    guard tieSeeks < 2, item?.snapshot.info?.isSeekable == true else { return false }
    tieSeeks += 1
    let lead = tieSeekStart.map { now - $0 } ?? .zero
    tieSeekStart = now
    let target = CMTime(nanoseconds: max(0, tie.nanoseconds(at: now + lead)))
    startOwnSeek(to: clamped(target, in: item))
    return true
  }

  // MARK: Another clock

  func setSourceClock(_ newClock: CMClock?) {
    sourceClock = newClock
    guard machine.isMoving else { return }
    if newClock == nil {
      lead = nil
      if hasSound { nextReading = now }
    } else {
      beginLead()
    }
  }

  /// From here on the source clock moves the item.
  func beginLead() {
    guard let sourceClock, machine.isMoving, clock.isRunning else { return }
    lead = ClockLead(media: clock.nanoseconds(at: now), source: sourceTime(sourceClock), rate: Double(machine.rate))
    nextLead = now + Self.leadInterval
  }

  /// Two clocks drift apart by less than a millisecond in this time.
  private static let leadInterval = HostDuration.milliseconds(100)

  /// Leads the item's clock to the source clock.
  func readLead() {
    guard let lead, let sourceClock, machine.isMoving else {
      nextLead = nil
      return
    }
    nextLead = now + Self.leadInterval
    let wanted = lead.nanoseconds(at: sourceTime(sourceClock))
    let correction = ClockSteering.correction(for: wanted - clock.nanoseconds(at: now))
    guard correction != 0 else { return }
    clock.run(through: clock.nanoseconds(at: now) + correction, at: now, rate: lead.rate)
    pipeline?.clockChanged()
  }

  /// The sound follows the clock instead of leading it: where it has drifted too far it is let in anew.
  func checkDrift(_ reading: AudioOutputPath.Reading) {
    let drift = reading.media - clock.nanoseconds(at: reading.at)
    guard abs(drift) > Self.driftLimit, reading.rate == clock.snapshot.rate else { return }
    sound?.pause()
    joinSound()
  }

  /// Half of what ITU-R BT.1359 lets one notice: each correction is a gap or a cut in the sound.
  private static let driftLimit: Int64 = 20_000_000

  /// The host's clock is the engine's own, which a test may move.
  private func sourceTime(_ source: CMClock) -> Int64 {
    source == .hostTimeClock ? now.nanoseconds : source.time.nanoseconds
  }
}

/// How an item moves with a clock that is not the host's.
struct ClockLead {
  var media: Int64
  /// The source clock's time where the item was at `media`.
  var source: Int64
  var rate: Double

  func nanoseconds(at time: Int64) -> Int64 {
    let moved = Int64(saturating: (Double(time.subtractingSaturated(source)) * rate).rounded())
    return media.addingSaturated(moved).clampedToMediaTime
  }
}
