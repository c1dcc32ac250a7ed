/// Audio devices that disappear or do not start, and return.
extension SessionLoop {
  /// The device has disappeared. Playback continues on another one, or on a silent output until a device is available.
  func soundIsLost() {
    goOnElsewhere()
    note(.soundLost(isBack: sound?.isStandIn == false))
  }

  /// Starts the output. A device that fails to start is replaced by a silent output, so that the clock continues and
  /// audio-only items reach their end.
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

  /// The device was started but plays nothing.
  func soundIsStuck() {
    if !deviceSearch.isUnderWay { note(.withoutSound) }
    useSilence()
    deviceSearch.stuck(at: now)
    restartSound()
  }

  /// Starts a new output for a running clock: audio before the clock's position is dropped, audio after it waits.
  private func restartSound() {
    if isWaitingForSound { startSound() } else { joinSound() }
  }

  /// Continues playback on another device, or on a silent output.
  private func goOnElsewhere() {
    if lead == nil { abandonSound() }
    findSoundAgain()
    guard machine.isMoving, hasSound else { return }
    // An item driven by a source clock continues, and the audio joins it.
    if lead == nil { startSound() } else { joinSound() }
  }

  /// Opens a device in place of one that has disappeared.
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

  /// Replaces the device by a silent output, and schedules the search for a device.
  private func useSilence() {
    deviceSearch.failed(at: now)
    guard let sound, !sound.isStandIn else { return }
    try? sound.move(to: SilentOutputProvider(), clock: shared.environment.clock, isStandIn: true)
    applyGain()
  }

  /// The audio outputs, on the selected device.
  var audioProvider: (any AudioOutputProvider)? { shared.environment.audio?.onDevice(audioDevice) }

  /// Selects another device. Playback continues there.
  func setAudioDevice(_ identifier: String?) {
    guard identifier != audioDevice else { return }
    audioDevice = identifier
    note(.device(identifier))
    guard sound != nil else { return }
    if machine.isMoving, hasSound { goOnElsewhere() } else { findSoundAgain() }
  }

  /// Retries opening a device.
  func searchSound() {
    deviceSearch.looked()
    guard let sound, sound.isStandIn, machine.isMoving, let provider = audioProvider else { return }
    guard hasSound else { return findSoundAgain() }
    // The silent output continues until a device has been opened: nothing changes while none is available.
    do {
      try sound.move(to: provider, clock: shared.environment.clock, isStandIn: false)
    } catch {
      return deviceSearch.failed(at: now)
    }
    applyGain()
    restartSound()
  }

  /// The device has played audio: the search is over.
  func deviceIsHeard() {
    guard deviceSearch.isUnderWay, sound?.isStandIn == false else { return }
    deviceSearch = DeviceSearchPolicy()
    note(.soundBack)
  }
}
