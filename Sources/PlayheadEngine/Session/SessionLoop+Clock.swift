import CoreMedia
import PlayheadAudio
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// The clock of the current item, and what drives it: the audio, a clock of the program, or the host clock.
extension SessionLoop {
  /// Starts the clock, driven by the host anchor, the source clock, or the audio.
  func startClock() {
    clocks.removeHostAnchor(unlessAtRate: machine.rate)
    let position = clock.snapshot.stoppedAt.nanoseconds
    if external.isActive { return startClockForRenderer(at: position) }
    audio.clockWillStart(context)
    if clocks.hasHostAnchor {
      if case .seek(let target) = clocks.startAnchored(context) {
        return startOwnSeek(to: clamped(target, in: item))
      }
      audio.followClock(context)
    } else if clocks.hasSourceClock {
      clock.run(through: position, at: now, rate: playedRate)
      audio.followClock(context)
    } else {
      audio.startClock(context, at: position)
    }
    clocks.anchorToSourceClock(context)
    pipeline?.clockChanged()
    buffering.startReporting(context)
    countPlayback()
    note(.playing)
  }

  /// Starts the clock, which follows the reports of the renderer from then on.
  private func startClockForRenderer(at position: Int64) {
    clock.run(through: position, at: now, rate: playedRate)
    pipeline?.clockChanged()
    countPlayback()
    note(.playing)
  }

  /// Stops the clock at the current position, and pauses the audio output.
  func stopClock() {
    countPlayback()
    note(.stopped)
    diagnostics.stopCounting()
    let time = clock.time(at: now)
    audio.clockStops()
    clocks.clockHasStopped()
    clock.stop(at: endTime.map { machine.isReversed ? max($0, time) : min($0, time) } ?? time)
    pipeline?.clockChanged()
  }

  /// Changes the clock's rate: at once without audio, otherwise when the new rate becomes audible.
  func changeRate() {
    guard machine.isMoving, !audio.delaysClock else { return }
    if audio.canDrive(context), !clocks.followsSourceClock {
      audio.readSoon()
    } else {
      clock.run(through: clock.nanoseconds(at: now), at: now, rate: playedRate)
      if !external.isActive { clocks.anchorToSourceClock(context) }
      pipeline?.clockChanged()
    }
  }

  /// Reads the audible position from the device, if that is due, and steers the clock to it.
  func readAudioPosition() {
    let now = now
    guard let reading = audio.takeReading(context, epoch: epochs.current) else { return }
    if let next = queue.next, next.isQueuedInRing, reading.epoch == next.epoch {
      joinNext()
      clocks.releaseSourceClock()
      audio.follow(context, reading)
      clocks.anchorToSourceClock(context)
    } else {
      audio.steer(context, to: reading)
    }
    audio.scheduleReading(after: reading, at: now, playedRate: playedRate)
    if audio.hasRunOut(epoch: epochs.current) { handleUnderrun() }
  }

  // MARK: Clocks of the program

  /// Sets the rate and anchors `time` of the item to the host time `host`. A time that is not numeric stands for the
  /// current one.
  func setRate(_ rate: Float, time: CMTime, at host: CMTime) {
    let isMoving = machine.isMoving
    let isSame = machine.rate == rate
    clocks.setHostAnchor(rate: rate, time: time, host: host, context)
    setRate(rate)
    guard isMoving, machine.isMoving, clocks.hasHostAnchor else { return }
    // Audio in the ring is stretched for the old rate and must be rendered again. At the same rate only the position
    // changes.
    if isSame || pipeline?.ring == nil {
      stopClock()
      startClock()
    } else {
      perform(machine.restart())
    }
  }

  /// Sets the source clock; nil for the audio device.
  func setSourceClock(_ sourceClock: CMClock?) {
    clocks.setSourceClock(sourceClock, context)
    if sourceClock == nil, machine.isMoving, audio.canDrive(context) { audio.readSoon() }
  }
}
