/// A sound device that goes away, and comes back.
extension SessionLoop {
  /// How often a device is looked for while playing goes on without one.
  private static let interval = HostDuration.seconds(2)

  /// The device is gone. The picture goes on by the host clock; the sound with another device, or unheard until there is one.
  func soundIsLost() {
    goOnElsewhere()
    note(.soundLost(isBack: sound?.isStandIn == false))
  }

  private func goOnElsewhere() {
    abandonSound()
    findSoundAgain()
    guard let sound, machine.isMoving, hasSound else { return }
    do {
      try sound.start()
      nextReading = now
    } catch {
      pipeline?.dropAudio()
    }
  }

  /// Looks for a device in the place of one that has gone away.
  func findSoundAgain() {
    guard let sound, let provider = audioProvider else { return }
    let clock = shared.environment.clock
    soundSearchDeadline = nil
    do {
      try sound.move(to: provider, clock: clock, isStandIn: false)
    } catch {
      if !sound.isStandIn { try? sound.move(to: SilentOutputProvider(), clock: clock, isStandIn: true) }
      soundSearchDeadline = now + Self.interval
    }
    applyGain()
  }

  /// Where sound goes, on the device that was chosen.
  var audioProvider: (any AudioOutputProvider)? { shared.environment.audio?.onDevice(audioDevice) }

  /// Another device is to be heard. What plays goes on there.
  func setAudioDevice(_ identifier: String?) {
    guard identifier != audioDevice else { return }
    audioDevice = identifier
    note(.device(identifier))
    guard sound != nil else { return }
    guard machine.isMoving, hasSound else { return findSoundAgain() }
    // With a clock of its own the item's time goes on, and the sound joins it.
    if lead == nil {
      goOnElsewhere()
    } else {
      findSoundAgain()
      joinSound()
    }
  }

  /// Time to look again.
  func searchSound() {
    soundSearchDeadline = nil
    guard sound?.isStandIn == true, machine.isMoving else { return }
    soundIsLost()
  }
}
