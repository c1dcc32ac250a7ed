import CoreMedia

/// Carries out what buttons and keys ask of a player.
@MainActor final class PlayerDriver {
  /// nil: there is nothing to drive.
  var player: (any ControlledPlayer)? {
    didSet {
      chase.reset()
      epoch += 1
    }
  }
  private var chase = SeekChase()
  /// The rate that playing goes on with after a pause.
  private var preferredRate: Float = 1
  /// Counts players, so that a seek of an earlier one is not taken for one of this.
  private var epoch = 0

  /// The rates at which sound is still understood.
  private static let rates: ClosedRange<Float> = 0.25...4

  var isPlaying: Bool { (player?.rate ?? 0) != 0 }
  var duration: CMTime { player?.duration ?? .invalid }
  /// Where playing is, or where it will be once the seek under way has landed.
  var position: CMTime { chase.target ?? player?.position ?? .invalid }

  /// Carries out a command; false where it is not the player's business.
  func perform(_ command: PlayerCommand) -> Bool {
    guard let player else { return false }
    switch command {
    case .togglePlaying: togglePlaying()
    case .skip(let seconds): skip(by: seconds)
    case .step(let count):
      player.rate = 0
      player.step(by: count)
    case .multiplyRate(let factor): setRate(currentRate * factor)
    case .resetRate: setRate(1)
    case .changeVolume(let change):
      player.volume = max(0, min(1, player.volume + change))
      if change > 0 { player.isMuted = false }
    case .toggleMute: player.isMuted.toggle()
    case .toggleFullScreen, .leaveFullScreen, .quit: return false
    }
    return true
  }

  func togglePlaying() {
    guard let player else { return }
    if isPlaying {
      preferredRate = player.rate
      player.rate = 0
    } else {
      // At the end there is nothing to go on with: again from the start.
      if duration.isNumeric, position.isNumeric, position >= duration { seek(to: .zero, isExact: true) }
      player.rate = preferredRate
    }
  }

  /// Goes to `time`, as near as the item reaches.
  func seek(to time: CMTime, isExact: Bool) {
    guard let player, time.isNumeric else { return }
    var clamped = max(.zero, time)
    if duration.isNumeric { clamped = min(clamped, duration) }
    if let request = chase.aim(at: clamped, isExact: isExact) { start(request, with: player) }
  }

  private func skip(by seconds: Double) {
    let from = position
    guard from.isNumeric else { return }
    seek(to: from + CMTime(seconds: seconds, preferredTimescale: 1000), isExact: true)
  }

  private func start(_ request: SeekChase.Request, with player: any ControlledPlayer) {
    let epoch = self.epoch
    player.seek(to: request.time, isExact: request.isExact) { [weak self] in
      guard let self, self.epoch == epoch, let player = self.player, let next = self.chase.landed() else { return }
      self.start(next, with: player)
    }
  }

  private var currentRate: Float {
    guard let player, player.rate != 0 else { return preferredRate }
    return player.rate
  }

  private func setRate(_ rate: Float) {
    // Steps of a tenth come back to exactly 1 only in theory.
    let rounded = abs(rate - 1) < 0.02 ? 1 : rate
    preferredRate = max(Self.rates.lowerBound, min(Self.rates.upperBound, rounded))
    if isPlaying { player?.rate = preferredRate }
  }
}
