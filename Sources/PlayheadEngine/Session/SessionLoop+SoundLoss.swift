/// A sound device that goes away, and comes back.
extension SessionLoop {
  /// How often a device is looked for while playing goes on without one.
  private static let interval = HostDuration.seconds(2)

  /// The device is gone. The picture goes on by the host clock; the sound with another device, or unheard until there is one.
  func soundIsLost() {
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
    guard let sound, let provider = shared.environment.audio else { return }
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

  /// Time to look again.
  func searchSound() {
    soundSearchDeadline = nil
    guard sound?.isStandIn == true, machine.isMoving else { return }
    soundIsLost()
  }
}
