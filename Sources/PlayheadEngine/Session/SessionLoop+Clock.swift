import CoreMedia
import PlayheadFFmpeg

/// The clock, and the audio that drives it.
extension SessionLoop {
  /// Makes the path to the audio device. The device is opened with the first audible audio. If that fails, a silent
  /// output takes its place, and the search for a device is retried.
  func prepareSound() {
    guard let pipeline, let track = pipeline.audio?.track, pipeline.ring == nil else { return }
    guard let info = track.audio else { return pipeline.dropAudio() }
    let preferred = AudioFormat(sampleRate: max(1, info.sampleRate), channelCount: max(1, info.channels))
    let provider = audioProvider
    if let provider, takeSound(pipeline, preferred, provider) { return }
    if provider != nil { note(.withoutSound) }
    // No device will ever appear: video needs no audio, audio alone needs an output that consumes it.
    if provider?.canAppear != true, pipeline.video != nil { return pipeline.dropAudio() }
    // Stereo: the device that appears later may have no more channels, and its server downmixes only formats that it
    // was opened for.
    let format = AudioFormat(sampleRate: preferred.sampleRate, channelCount: min(2, preferred.channelCount))
    if !takeSound(pipeline, format, SilentOutputProvider(), isStandIn: true) { pipeline.dropAudio() }
  }

  /// Uses the open output if its format fits; otherwise opens a new one. Returns false if that fails.
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

  /// Applies the volume, or silence if audio is muted or its track is disabled.
  func applyGain() { sound?.setGain(isMuted || item?.isSoundDisabled == true ? 0 : volume) }

  var hasSound: Bool { !machine.isReversed && pipeline?.ring != nil && sound?.isEmptyForever == false }

  /// Starts the clock, driven by the host anchor, the source clock, or the audio.
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

  /// Starts with the audio as master: the clock runs as soon as the audio is audible.
  private func startWithSound(at position: Int64) {
    if hasSound, let sound {
      let next = sound.ring.media(at: sound.ring.position)?.nanoseconds ?? position
      startSound()
      // Audio that was already queued in the device when playback stopped is between the position and the ring: the
      // clock starts at once and meets it. Otherwise it starts with the first audible sample.
      isWaitingForSound = next - position < 1_000_000
    }
    if !isWaitingForSound { clock.run(through: position, at: now, rate: playedRate) }
  }

  /// Stops the clock at the current position, and pauses the audio output.
  func stopClock() {
    noteWatching()
    note(.stopped)
    logMark.watched = nil
    let time = clock.time(at: now)
    sound?.pause()
    soundJoinDeadline = nil
    // A short pause keeps the device running; a long one stops it.
    if sound != nil { soundStopDeadline = now + .milliseconds(500) }
    nextReading = nil
    isWaitingForSound = false
    lead = nil
    nextLead = nil
    clock.stop(at: endTime.map { machine.isReversed ? max($0, time) : min($0, time) } ?? time)
    pipeline?.clockChanged()
  }

  /// Changes the clock's rate: at once without audio, otherwise when the new rate becomes audible.
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

  /// Reads the audible position from the device and steers the clock to it.
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
    // While the device plays silence its position is no media time: it would steer the clock back.
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
      // The new rate is on its way to the device: the clock follows when it becomes audible.
      if reading.rate != playedRate { next = min(next, now + .milliseconds(10)) }
      nextReading = next
      if !isSwitchingSound, sound.isStarved { runOut() }
    }
  }

  /// Steers the clock to a reading of the audio position.
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

  /// Detects a suspended process (`SIGSTOP`) where no device drives the clock. The host clock continues meanwhile, the
  /// item does not: it resumes from the position at the last check.
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
      // Time during which no thread ran does not count as a hang.
      watchdog = Watchdog()
    }
    nextBeat = now + Self.beatInterval
  }
  private static let beatInterval = HostDuration.milliseconds(250)

  /// The host clock drives, because the audio packets are behind video frames that have to be shown first. The audio
  /// joins when it arrives.
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
