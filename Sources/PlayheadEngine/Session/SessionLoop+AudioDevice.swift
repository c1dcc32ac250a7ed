/// Audio devices that disappear or do not start, and return.
extension SessionLoop {
  /// The device has disappeared. Playback continues on another one, or on a silent output until a device is available.
  func audioDeviceIsLost() {
    continueOnOtherDevice()
    note(.audioDeviceLost(hasReplacement: audioOutput?.isStandIn == false))
  }

  /// Starts the output. A device that fails to start is replaced by a silent output, so that the clock continues and
  /// audio-only items reach their end.
  func startAudioOutput() {
    guard let audioOutput else { return }
    do {
      try audioOutput.start(at: now)
    } catch {
      if !deviceSearch.isSearching { note(.noAudioDevice) }
      useSilentOutput()
      try? audioOutput.start(at: now)
    }
    nextReading = now
  }

  /// The device was started but plays nothing.
  func audioDeviceIsStuck() {
    if !deviceSearch.isSearching { note(.noAudioDevice) }
    useSilentOutput()
    deviceSearch.stuck(at: now)
    restartAudioOutput()
  }

  /// Starts a new output for a running clock: audio before the clock's position is dropped, audio after it waits.
  private func restartAudioOutput() {
    if isWaitingForAudio { startAudioOutput() } else { joinAudio() }
  }

  /// Continues playback on another device, or on a silent output.
  private func continueOnOtherDevice() {
    if !clocks.followsSourceClock { driveByHostClock() }
    reopenAudioDevice()
    guard machine.isMoving, hasAudio else { return }
    // An item driven by a source clock continues, and the audio joins it.
    if !clocks.followsSourceClock { startAudioOutput() } else { joinAudio() }
  }

  /// Opens a device in place of one that has disappeared.
  func reopenAudioDevice() {
    guard let audioOutput, let provider = audioProvider else { return }
    deviceSearch.looked()
    do {
      try audioOutput.move(to: provider, clock: shared.environment.clock, isStandIn: false)
      applyGain()
    } catch {
      useSilentOutput()
    }
  }

  /// Replaces the device by a silent output, and schedules the search for a device.
  private func useSilentOutput() {
    deviceSearch.failed(at: now)
    guard let audioOutput, !audioOutput.isStandIn else { return }
    try? audioOutput.move(to: SilentOutputProvider(), clock: shared.environment.clock, isStandIn: true)
    applyGain()
  }

  /// The audio outputs, on the selected device.
  var audioProvider: (any AudioOutputProvider)? { shared.environment.audio?.onDevice(audioDevice) }

  /// Selects another device. Playback continues there.
  func setAudioDevice(_ identifier: String?) {
    guard identifier != audioDevice else { return }
    audioDevice = identifier
    note(.device(identifier))
    guard audioOutput != nil else { return }
    if machine.isMoving, hasAudio { continueOnOtherDevice() } else { reopenAudioDevice() }
  }

  /// Retries opening a device.
  func retryAudioDevice() {
    deviceSearch.looked()
    guard let audioOutput, audioOutput.isStandIn, machine.isMoving, let provider = audioProvider else { return }
    guard hasAudio else { return reopenAudioDevice() }
    // The silent output continues until a device has been opened: nothing changes while none is available.
    do {
      try audioOutput.move(to: provider, clock: shared.environment.clock, isStandIn: false)
    } catch {
      return deviceSearch.failed(at: now)
    }
    applyGain()
    restartAudioOutput()
  }

  /// The device has played audio: the search is over.
  func deviceIsPlaying() {
    guard deviceSearch.isSearching, audioOutput?.isStandIn == false else { return }
    deviceSearch = DeviceSearchPolicy()
    note(.audioDeviceReturned)
  }
}
