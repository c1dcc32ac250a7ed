/// An audio device that goes away or does not start, and comes back.
extension SessionLoop {
  /// The device is gone. Playing goes on with another one, or on a silent output until there is one.
  func soundIsLost() {
    goOnElsewhere()
    note(.soundLost(isBack: sound?.isStandIn == false))
  }

  /// Starts the output. A device that refuses is replaced by a silent output, so that time goes on and audio alone
  /// reaches its end.
  func startSound() {
    guard let sound else { return }
    do {
      try sound.start(at: now)
    } catch {
      if !deviceSearch.isUnderWay { note(.withoutSound) }
      useSilence()
      try? sound.start(at: now)
    }
    nextReading = now
  }

  /// The device was started and plays nothing.
  func soundIsStuck() {
    if !deviceSearch.isUnderWay { note(.withoutSound) }
    useSilence()
    deviceSearch.stuck(at: now)
    restartSound()
  }

  /// Starts a new output beside a clock that runs: audio whose time is over is left out, and audio that is early waits.
  private func restartSound() {
    if isWaitingForSound { startSound() } else { joinSound() }
  }

  private func goOnElsewhere() {
    if lead == nil { abandonSound() }
    findSoundAgain()
    guard machine.isMoving, hasSound else { return }
    // With a clock of its own the item's time goes on, and the audio joins it.
    if lead == nil { startSound() } else { joinSound() }
  }

  /// Looks for a device in the place of one that has gone away.
  func findSoundAgain() {
    guard let sound, let provider = audioProvider else { return }
    deviceSearch.looked()
    do {
      try sound.move(to: provider, clock: shared.environment.clock, isStandIn: false)
      applyGain()
    } catch {
      useSilence()
    }
  }

  /// A silent output takes the device's place, and the device is looked for again.
  private func useSilence() {
    deviceSearch.failed(at: now)
    guard let sound, !sound.isStandIn else { return }
    try? sound.move(to: SilentOutputProvider(), clock: shared.environment.clock, isStandIn: true)
    applyGain()
  }

  /// The audio outputs, on the device that was chosen.
  var audioProvider: (any AudioOutputProvider)? { shared.environment.audio?.onDevice(audioDevice) }

  /// Another device is to be heard. What plays goes on there.
  func setAudioDevice(_ identifier: String?) {
    guard identifier != audioDevice else { return }
    audioDevice = identifier
    note(.device(identifier))
    guard sound != nil else { return }
    if machine.isMoving, hasSound { goOnElsewhere() } else { findSoundAgain() }
  }

  /// Time to look for a device again.
  func searchSound() {
    deviceSearch.looked()
    guard let sound, sound.isStandIn, machine.isMoving, let provider = audioProvider else { return }
    guard hasSound else { return findSoundAgain() }
    // The silent output goes on until a device has been opened: nothing changes while there is none.
    do {
      try sound.move(to: provider, clock: shared.environment.clock, isStandIn: false)
    } catch {
      return deviceSearch.failed(at: now)
    }
    applyGain()
    restartSound()
  }

  /// A device plays.
  func deviceIsHeard() {
    guard deviceSearch.isUnderWay, sound?.isStandIn == false else { return }
    deviceSearch = DeviceSearchPolicy()
    note(.soundBack)
  }
}
