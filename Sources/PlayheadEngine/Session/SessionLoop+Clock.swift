import CoreMedia
import PlayheadFFmpeg

/// The clock, and the sound that leads it.
extension SessionLoop {
  /// Makes the path to the device. The device is opened with the first audio that is to be heard. Without one a silent
  /// output takes its place, and the device is looked for again.
  func prepareSound() {
    guard let pipeline, let track = pipeline.audio?.track, pipeline.ring == nil else { return }
    guard let info = track.audio else { return pipeline.dropAudio() }
    let preferred = AudioFormat(sampleRate: max(1, info.sampleRate), channelCount: max(1, info.channels))
    let provider = audioProvider
    if let provider, takeSound(pipeline, preferred, provider) { return }
    if provider != nil { note(.withoutSound) }
    // No device will ever be there: video needs no audio, audio alone needs an output that takes it.
    if provider?.canAppear != true, pipeline.video != nil { return pipeline.dropAudio() }
    // Stereo: the device that comes may have no more channels, and its server mixes nothing it was not opened for.
    let format = AudioFormat(sampleRate: preferred.sampleRate, channelCount: min(2, preferred.channelCount))
    if !takeSound(pipeline, format, SilentOutputProvider(), isStandIn: true) { pipeline.dropAudio() }
  }

  private func takeSound(
    _ pipeline: ItemPipeline, _ preferred: AudioFormat, _ provider: any AudioOutputProvider, isStandIn: Bool = false
  ) -> Bool {
    do {
      if let sound, sound.ring.format == (try provider.format(for: preferred)) {
        sound.reset(epoch: epoch)
      } else {
        sound?.stop()
        sound = nil
        let made = try AudioOutputPath(
          preferred: preferred, provider: provider, clock: shared.environment.clock,
          seconds: shared.environment.limits.audioSeconds, isStandIn: isStandIn)
        made.reset(epoch: epoch)
        sound = made
        applyGain()
      }
    } catch {
      return false
    }
    guard let sound else { return false }
    pipeline.startAudio(into: sound.ring)
    return true
  }

  func applyGain() { sound?.setGain(isMuted || item?.isSoundDisabled == true ? 0 : volume) }

  var hasSound: Bool { !machine.isReversed && pipeline?.ring != nil && sound?.isEmptyForever == false }

  func startClock() {
    soundStopDeadline = nil
    if let tie, !(tie.rate == Double(machine.rate)) { self.tie = nil }
    let position = clock.snapshot.stoppedAt.nanoseconds
    runStart = now
    isWaitingForSound = false
    if sound?.needsDevice == true { findSoundAgain() }
    if let tie {
      guard startTied(tie) else { return }
    } else if sourceClock != nil {
      clock.run(through: position, at: now, rate: playedRate)
      if hasSound { joinSound() }
    } else {
      startWithSound(at: position)
    }
    beginLead()
    pipeline?.clockChanged()
    watchLoading()
    noteWatching()
    note(.playing)
  }

  /// The sound leads: the clock runs as soon as it is heard.
  private func startWithSound(at position: Int64) {
    if hasSound, let sound {
      let next = sound.ring.media(at: sound.ring.position)?.nanoseconds ?? position
      startSound()
      // Sound that was already on its way to the device when playing stopped lies between the position and the ring:
      // the clock starts at once and meets it. Otherwise it starts with the first sound that is heard.
      isWaitingForSound = next - position < 1_000_000
    }
    if !isWaitingForSound { clock.run(through: position, at: now, rate: playedRate) }
  }

  func stopClock() {
    noteWatching()
    note(.stopped)
    logMark.watched = nil
    let time = clock.time(at: now)
    sound?.pause()
    soundJoinDeadline = nil
    // A short pause keeps the device running; a long one lets it rest.
    if sound != nil { soundStopDeadline = now + .milliseconds(500) }
    nextReading = nil
    isWaitingForSound = false
    lead = nil
    nextLead = nil
    clock.stop(at: endTime.map { machine.isReversed ? max($0, time) : min($0, time) } ?? time)
    pipeline?.clockChanged()
  }

  /// Without sound the clock changes at once; with sound when the new rate is heard.
  func changeRate() {
    guard machine.isMoving, !isWaitingForSound else { return }
    if hasSound, lead == nil {
      nextReading = now
    } else {
      clock.run(through: clock.nanoseconds(at: now), at: now, rate: playedRate)
      beginLead()
      pipeline?.clockChanged()
    }
  }

  /// Asks the device what is heard, and leads the clock there.
  func readSound() {
    guard machine.isMoving, let sound, pipeline?.ring != nil else {
      nextReading = nil
      return
    }
    let now = now
    let elapsed = runStart.map { now - $0 } ?? .zero
    switch sound.read() {
    case .silent:
      nextReading = now + .milliseconds(isWaitingForSound ? 2 : 10)
      if isWaitingForSound, sound.isEmptyForever { abandonSound() }
      if sound.isDry, pipeline?.isSoundOutOfReach == true { goOnUntilSoundComes() }
      if sound.isStuck(at: now) { soundIsStuck() }
    case .lost: soundIsLost()
    case .over:
      nextReading = nil
      if isWaitingForSound || clock.snapshot.rate != playedRate { abandonSound() }
    // What the device says while it plays silence is no time: it would lead the clock back.
    case .heard where isSwitchingSound && sound.isStarved: soundIsLate()
    case .heard(let reading):
      deviceIsHeard()
      if let next, next.isHandedOver, reading.epoch == next.epoch {
        joinNext()
        lead = nil
        follow(reading)
        beginLead()
      } else if lead == nil {
        follow(reading)
      } else {
        checkDrift(reading)
      }
      var next = now + ClockSteering.interval(sinceStart: elapsed)
      if let change = reading.nextChange { next = min(next, max(change, now + .milliseconds(1))) }
      // The new rate is on its way: it is to be seen when it is heard.
      if reading.rate != playedRate { next = min(next, now + .milliseconds(10)) }
      nextReading = next
      if !isSwitchingSound, sound.isStarved { runOut() }
    }
  }

  private func follow(_ reading: AudioOutputPath.Reading) {
    let line = clock.snapshot
    if isWaitingForSound || line.rate != reading.rate {
      isWaitingForSound = false
      clock.run(through: reading.media, at: reading.at, rate: reading.rate)
      pipeline?.clockChanged()
      return
    }
    let shown = line.nanoseconds(at: reading.at)
    let correction = ClockSteering.correction(for: reading.media - shown)
    guard correction != 0 else { return }
    clock.run(through: shown + correction, at: reading.at, rate: reading.rate)
    pipeline?.clockChanged()
  }

  /// Without a device the host's clock goes on while the program is stopped (`SIGSTOP`). The item does not: it goes on from where it was
  /// when the loop last looked.
  func keepBeat() {
    let isDriven = lead != nil || tie != nil || sourceClock != nil || (hasSound && sound?.isStandIn == false)
    guard machine.isMoving, clock.isRunning, !isDriven else {
      nextBeat = nil
      _ = clock.look(at: nil)
      return
    }
    let now = now
    if !clock.look(at: now) {
      clock.run(through: clock.nanoseconds(at: now), at: now, rate: clock.snapshot.rate)
      _ = clock.look(at: now)
      pipeline?.clockChanged()
      // The time in which nothing could move is none in which nothing moved.
      watchdog = Watchdog()
    }
    nextBeat = now + Self.beatInterval
  }
  private static let beatInterval = HostDuration.milliseconds(250)

  /// The host clock drives, because the packets of sound lie behind pictures that have to be shown first. The sound joins when it comes.
  private func goOnUntilSoundComes() {
    sound?.pause()
    abandonSound()
    joinSound()
  }

  /// From here on the host clock drives.
  func abandonSound() {
    nextReading = nil
    isWaitingForSound = false
    clock.run(through: clock.nanoseconds(at: now), at: now, rate: playedRate)
    pipeline?.clockChanged()
  }
}
