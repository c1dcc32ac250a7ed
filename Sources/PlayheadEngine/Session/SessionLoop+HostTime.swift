import CoreMedia
import PlayheadBasics
import PlayheadMedia

/// Playback anchored to a host time, and playback driven by another clock than the audio device.
extension SessionLoop {
  /// Sets the rate and anchors `time` of the item to the host time `host`. A time that is not numeric stands for the
  /// current one.
  func setRate(_ rate: Float, time: CMTime, at host: CMTime) {
    let isMoving = machine.isMoving
    let isSame = machine.rate == rate
    hostAnchor =
      rate == 0
      ? nil
      : HostTimeAnchor(
        media: (time.isNumeric ? time : clock.time(at: now)).nanoseconds,
        host: host.isNumeric ? HostTime(nanoseconds: host.nanoseconds) : now, rate: Double(rate))
    anchorSeeks = 0
    anchorSeekStart = nil
    setRate(rate)
    guard isMoving, machine.isMoving, hostAnchor != nil else { return }
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
  func startAnchored(_ hostAnchor: HostTimeAnchor) -> Bool {
    let position = clock.snapshot.stoppedAt.nanoseconds
    switch hostAnchor.start(from: position, at: now) {
    case .hold(let start):
      clock.run(through: position, at: start, rate: hostAnchor.rate, isStoppedBefore: true)
    case .catchUp(let behind):
      if behind > Self.catchUpLimit, jump(along: hostAnchor) { return false }
      clock.run(through: hostAnchor.nanoseconds(at: now), at: now, rate: hostAnchor.rate)
    }
    pipeline?.clockChanged()
    if hasAudio { joinAudio() }
    return true
  }

  /// More than a second of media is skipped with a seek rather than decoded and dropped.
  private static let catchUpLimit: Int64 = 1_000_000_000

  /// Seeks to the position that the item will have when the seek completes: on the first try the current one, on the
  /// second one later by the duration of the first seek. The remaining offset is skipped by dropping media.
  private func jump(along hostAnchor: HostTimeAnchor) -> Bool {
    guard anchorSeeks < 2, item?.snapshot.info?.isSeekable == true else { return false }
    anchorSeeks += 1
    let seekDuration = anchorSeekStart.map { now - $0 } ?? .zero
    anchorSeekStart = now
    let target = CMTime(nanoseconds: max(0, hostAnchor.nanoseconds(at: now + seekDuration)))
    startOwnSeek(to: clamped(target, in: item))
    return true
  }

  // MARK: Source clock

  /// Sets the source clock; nil for the audio device.
  func setSourceClock(_ newClock: CMClock?) {
    sourceClock = newClock
    guard machine.isMoving else { return }
    if newClock == nil {
      sourceClockAnchor = nil
      if hasAudio { nextReading = now }
    } else {
      anchorToSourceClock()
    }
  }

  /// From here on the source clock drives the item.
  func anchorToSourceClock() {
    guard let sourceClock, machine.isMoving, clock.isRunning else { return }
    sourceClockAnchor = SourceClockAnchor(
      media: clock.nanoseconds(at: now), source: sourceTime(sourceClock), rate: Double(machine.rate))
    nextSteering = now + Self.steeringInterval
  }

  /// Two clocks drift apart by less than a millisecond in this interval.
  private static let steeringInterval = HostDuration.milliseconds(100)

  /// Steers the item's clock to the source clock.
  func steerToSourceClock() {
    guard let sourceClockAnchor, let sourceClock, machine.isMoving else {
      nextSteering = nil
      return
    }
    nextSteering = now + Self.steeringInterval
    let expected = sourceClockAnchor.nanoseconds(at: sourceTime(sourceClock))
    let correction = ClockSteering.correction(for: expected - clock.nanoseconds(at: now))
    guard correction != 0 else { return }
    clock.run(through: clock.nanoseconds(at: now) + correction, at: now, rate: sourceClockAnchor.rate)
    pipeline?.clockChanged()
  }

  /// Checks the drift of audio that follows the clock instead of driving it. Audio that has drifted too far is
  /// realigned.
  func checkDrift(_ reading: AudioOutputPath.Reading) {
    let drift = reading.media - clock.nanoseconds(at: reading.at)
    guard abs(drift) > Self.driftLimit, reading.rate == clock.snapshot.rate else { return }
    audioOutput?.pause()
    joinAudio()
  }

  /// Half of the offset that ITU-R BT.1359 describes as noticeable: each correction is a gap or a cut in the audio.
  private static let driftLimit: Int64 = 20_000_000

  /// The time of the source clock. The host clock is the engine's own, which a test may control.
  private func sourceTime(_ source: CMClock) -> Int64 {
    source == .hostTimeClock ? now.nanoseconds : source.time.nanoseconds
  }
}

/// The anchor between an item and a source clock other than the host's.
struct SourceClockAnchor {
  /// The item's time at the anchor, in nanoseconds.
  var media: Int64
  /// The source clock's time at the item's time `media`.
  var source: Int64
  /// Seconds of the item per second of the source clock; negative for reverse playback.
  var rate: Double

  /// The item's time at the source clock's `time`, in nanoseconds.
  func nanoseconds(at time: Int64) -> Int64 {
    let moved = Int64(saturating: (Double(time.subtractingSaturated(source)) * rate).rounded())
    return media.addingSaturated(moved).clampedToMediaTime
  }
}
