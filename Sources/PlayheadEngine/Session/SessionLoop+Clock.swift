import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// The clock, and the audio that drives it.
extension SessionLoop {
  /// Makes the path to the audio device. The device is opened with the first audible audio. If that fails, a silent
  /// output takes its place, and the search for a device is retried.
  func prepareAudioOutput() {
    guard let pipeline, let track = pipeline.audio?.track, pipeline.ring == nil else { return }
    guard let info = track.audio else { return pipeline.dropAudio() }
    let preferred = AudioFormat(sampleRate: max(1, info.sampleRate), channelCount: max(1, info.channels))
    let provider = audioProvider
    if let provider, openAudioOutput(pipeline, preferred, provider) { return }
    if provider != nil { note(.noAudioDevice) }
    // No device will ever appear: video needs no audio, audio alone needs an output that consumes it.
    if provider?.canAppear != true, pipeline.video != nil { return pipeline.dropAudio() }
    // Stereo: the device that appears later may have no more channels, and its server downmixes only formats that it
    // was opened for.
    let format = AudioFormat(sampleRate: preferred.sampleRate, channelCount: min(2, preferred.channelCount))
    if !openAudioOutput(pipeline, format, SilentOutputProvider(), isStandIn: true) { pipeline.dropAudio() }
  }

  /// Uses the open output if its format fits; otherwise opens a new one. Returns false if that fails. The ring of an
  /// output that is reused is emptied. Audio then flows from the pipeline into the ring.
  private func openAudioOutput(
    _ pipeline: ItemPipeline, _ preferred: AudioFormat, _ provider: any AudioOutputProvider, isStandIn: Bool = false
  ) -> Bool {
    do {
      if let audioOutput, audioOutput.ring.format == (try provider.format(for: preferred)) {
        audioOutput.reset(epoch: epoch)
      } else {
        audioOutput?.stop()
        audioOutput = nil
        let made = try AudioOutputPath(
          preferred: preferred, provider: provider, clock: shared.environment.clock,
          seconds: shared.environment.limits.audioSeconds, isStandIn: isStandIn)
        made.reset(epoch: epoch)
        audioOutput = made
        applyGain()
      }
    } catch {
      return false
    }
    guard let audioOutput else { return false }
    pipeline.startAudio(into: audioOutput.ring)
    return true
  }

  /// Applies the volume, or silence if audio is muted or its track is disabled.
  func applyGain() { audioOutput?.setGain(isMuted || item?.isAudioDisabled == true ? 0 : volume) }

  /// Whether audio can drive the clock. False in reverse, without an audio track, without an output, and once the last
  /// sample has left the ring.
  var hasAudio: Bool { !machine.isReversed && pipeline?.ring != nil && audioOutput?.isEmptyForever == false }

  /// Starts the clock, driven by the host anchor, the source clock, or the audio.
  func startClock() {
    audioStopDeadline = nil
    clocks.removeHostAnchor(unlessAtRate: machine.rate)
    let position = clock.snapshot.stoppedAt.nanoseconds
    runStart = now
    isWaitingForAudio = false
    if audioOutput?.needsDevice == true { reopenAudioDevice() }
    if clocks.hasHostAnchor {
      if case .seek(let target) = clocks.startAnchored(context) {
        return startOwnSeek(to: clamped(target, in: item))
      }
      if hasAudio { joinAudio() }
    } else if clocks.hasSourceClock {
      clock.run(through: position, at: now, rate: playedRate)
      if hasAudio { joinAudio() }
    } else {
      startWithAudio(at: position)
    }
    clocks.anchorToSourceClock(context)
    pipeline?.clockChanged()
    buffering.startReporting(context)
    countPlayback()
    note(.playing)
  }

  /// Starts with the audio as master: the clock runs as soon as the audio is audible.
  private func startWithAudio(at position: Int64) {
    if hasAudio, let audioOutput {
      let next = audioOutput.ring.media(at: audioOutput.ring.position)?.nanoseconds ?? position
      startAudioOutput()
      // Audio that was already queued in the device when playback stopped is between the position and the ring: the
      // clock starts at once and meets it. Otherwise it starts with the first audible sample.
      isWaitingForAudio = next - position < 1_000_000
    }
    if !isWaitingForAudio { clock.run(through: position, at: now, rate: playedRate) }
  }

  /// Stops the clock at the current position, and pauses the audio output.
  func stopClock() {
    countPlayback()
    note(.stopped)
    diagnostics.stopCounting()
    let time = clock.time(at: now)
    audioOutput?.pause()
    audioJoinDeadline = nil
    // A short pause keeps the device running; a long one stops it.
    if audioOutput != nil { audioStopDeadline = now + .milliseconds(500) }
    nextReading = nil
    isWaitingForAudio = false
    clocks.clockHasStopped()
    clock.stop(at: endTime.map { machine.isReversed ? max($0, time) : min($0, time) } ?? time)
    pipeline?.clockChanged()
  }

  /// Changes the clock's rate: at once without audio, otherwise when the new rate becomes audible.
  func changeRate() {
    guard machine.isMoving, !isWaitingForAudio else { return }
    if hasAudio, !clocks.followsSourceClock {
      nextReading = now
    } else {
      clock.run(through: clock.nanoseconds(at: now), at: now, rate: playedRate)
      clocks.anchorToSourceClock(context)
      pipeline?.clockChanged()
    }
  }

  /// Reads the audible position from the device and steers the clock to it.
  func readAudioPosition() {
    guard machine.isMoving, let audioOutput, pipeline?.ring != nil else {
      nextReading = nil
      return
    }
    let now = now
    let elapsed = runStart.map { now - $0 } ?? .zero
    switch audioOutput.read() {
    case .silent:
      nextReading = now + .milliseconds(isWaitingForAudio ? 2 : 10)
      if isWaitingForAudio, audioOutput.isEmptyForever { driveByHostClock() }
      if audioOutput.isDry, pipeline?.isAudioOutOfReach == true { continueWithoutDistantAudio() }
      if audioOutput.isStuck(at: now) { audioDeviceIsStuck() }
    case .lost: audioDeviceIsLost()
    case .over:
      nextReading = nil
      if isWaitingForAudio || clock.snapshot.rate != playedRate { driveByHostClock() }
    // While the device plays silence its position is no media time: it would steer the clock back.
    case .playing where isSwitchingAudio && audioOutput.isStarved: switchedAudioIsLate()
    case .playing(let reading):
      deviceIsPlaying()
      if let next, next.isQueuedInRing, reading.epoch == next.epoch {
        joinNext()
        clocks.releaseSourceClock()
        follow(reading)
        clocks.anchorToSourceClock(context)
      } else if !clocks.followsSourceClock {
        follow(reading)
      } else {
        checkDrift(reading)
      }
      var next = now + ClockSteering.interval(sinceStart: elapsed)
      if let change = reading.nextChange { next = min(next, max(change, now + .milliseconds(1))) }
      // The new rate is on its way to the device: the clock follows when it becomes audible.
      if reading.rate != playedRate { next = min(next, now + .milliseconds(10)) }
      nextReading = next
      if !isSwitchingAudio, audioOutput.isStarved { handleUnderrun() }
    }
  }

  /// Steers the clock to a reading of the audio position.
  private func follow(_ reading: AudioOutputPath.Reading) {
    let mapping = clock.snapshot
    if isWaitingForAudio || mapping.rate != reading.rate {
      isWaitingForAudio = false
      clock.run(through: reading.media, at: reading.at, rate: reading.rate)
      pipeline?.clockChanged()
      return
    }
    let shown = mapping.nanoseconds(at: reading.at)
    let correction = ClockSteering.correction(for: reading.media - shown)
    guard correction != 0 else { return }
    clock.run(through: shown + correction, at: reading.at, rate: reading.rate)
    pipeline?.clockChanged()
  }

  /// The host clock drives, because the audio packets are behind video frames that have to be shown first. The audio
  /// joins when it arrives.
  private func continueWithoutDistantAudio() {
    audioOutput?.pause()
    driveByHostClock()
    joinAudio()
  }

  /// From here on the host clock drives.
  func driveByHostClock() {
    nextReading = nil
    isWaitingForAudio = false
    clock.run(through: clock.nanoseconds(at: now), at: now, rate: playedRate)
    pipeline?.clockChanged()
  }
}
