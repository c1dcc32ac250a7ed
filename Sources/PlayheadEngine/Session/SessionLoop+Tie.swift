import CoreMedia
import PlayheadBasics
import PlayheadFFmpeg

/// Playback anchored to a host time, and playback driven by another clock than the audio device.
extension SessionLoop {
  /// Sets the rate and anchors `time` of the item to the host time `host`. A time that is not numeric stands for the
  /// current one.
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
    // Audio in the ring is stretched for the old rate and must be rendered again. At the same rate only the position
    // changes.
    if isSame || pipeline?.ring == nil {
      stopClock()
      startClock()
    } else {
      perform(machine.restart())
    }
  }

  /// Starts the clock at the anchor's position. Returns false if a seek is necessary first.
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

  /// More than a second of media is skipped with a seek rather than decoded and dropped.
  private static let catchUpLimit: Int64 = 1_000_000_000

  /// Seeks to the position that the item will have when the seek completes: on the first try the current one, on the
  /// second one later by the duration of the first seek. The remaining offset is skipped by dropping media.
  private func jump(along tie: HostTimeAnchor) -> Bool {
    guard tieSeeks < 2, item?.snapshot.info?.isSeekable == true else { return false }
    tieSeeks += 1
    let lead = tieSeekStart.map { now - $0 } ?? .zero
    tieSeekStart = now
    let target = CMTime(nanoseconds: max(0, tie.nanoseconds(at: now + lead)))
    startOwnSeek(to: clamped(target, in: item))
    return true
  }

  // MARK: Source clock

  /// Sets the source clock; nil for the audio device.
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

  /// From here on the source clock drives the item.
  func beginLead() {
    guard let sourceClock, machine.isMoving, clock.isRunning else { return }
    lead = ClockLead(media: clock.nanoseconds(at: now), source: sourceTime(sourceClock), rate: Double(machine.rate))
    nextLead = now + Self.leadInterval
  }

  /// Two clocks drift apart by less than a millisecond in this interval.
  private static let leadInterval = HostDuration.milliseconds(100)

  /// Steers the item's clock to the source clock.
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

  /// Checks the drift of audio that follows the clock instead of driving it. Audio that has drifted too far is
  /// realigned.
  func checkDrift(_ reading: AudioOutputPath.Reading) {
    let drift = reading.media - clock.nanoseconds(at: reading.at)
    guard abs(drift) > Self.driftLimit, reading.rate == clock.snapshot.rate else { return }
    sound?.pause()
    joinSound()
  }

  /// Half of the offset that ITU-R BT.1359 describes as noticeable: each correction is a gap or a cut in the audio.
  private static let driftLimit: Int64 = 20_000_000

  /// The time of the source clock. The host clock is the engine's own, which a test may control.
  private func sourceTime(_ source: CMClock) -> Int64 {
    source == .hostTimeClock ? now.nanoseconds : source.time.nanoseconds
  }
}

/// The anchor between an item and a source clock other than the host's.
struct ClockLead {
  var media: Int64
  /// The source clock's time at the item's time `media`.
  var source: Int64
  var rate: Double

  /// The item's time at the source clock's `time`, in nanoseconds.
  func nanoseconds(at time: Int64) -> Int64 {
    let moved = Int64(saturating: (Double(time.subtractingSaturated(source)) * rate).rounded())
    return media.addingSaturated(moved).clampedToMediaTime
  }
}
