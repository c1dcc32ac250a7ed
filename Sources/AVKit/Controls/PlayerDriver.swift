import CoreMedia
import PlayheadEngine

/// Carries out what buttons and keys ask of a player.
@MainActor final class PlayerDriver {
  /// nil: there is nothing to drive.
  var player: (any ControlledPlayer)? {
    didSet {
      forgetItem()
      preferredRate = player?.defaultRate ?? 1
    }
  }
  /// The items around the one that plays.
  var queue: (any PlaybackQueue)?
  /// What the item offers.
  var details: ItemDetails?
  /// The part that is played again and again.
  private(set) var repetition = Repetition()
  /// Nothing but playing on from where it is: no seeking by hand.
  var isLinear = false
  private var chase = SeekCoalescer()
  private var pace = DragPace()
  private let clock: any EngineClock
  /// The rate that playing goes on with after a pause.
  private var preferredRate: Float = 1
  /// Counts players, so that a seek of an earlier one is not taken for one of this.
  private var epoch = 0

  /// The rates at which sound is still understood.
  private static let rates: ClosedRange<Float> = 0.25...4

  init(clock: any EngineClock = SystemClock()) { self.clock = clock }

  var isPlaying: Bool { (player?.rate ?? 0) != 0 }
  var duration: CMTime { player?.duration ?? .invalid }
  /// Where playing is, or where it will be once the seek under way has landed.
  var position: CMTime { chase.target ?? player?.position ?? .invalid }

  /// Carries out a command; false where it is not the player's business.
  func perform(_ command: PlayerCommand) -> Bool {
    guard let player, !isLinear || !command.leadsElsewhere else { return false }
    switch command {
    case .togglePlaying: togglePlaying()
    case .play: if !isPlaying { togglePlaying() }
    case .pause: if isPlaying { togglePlaying() }
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
    case .toggleRepeatedPart: if position.isNumeric { repetition.togglePart(at: position.seconds) }
    case .toggleRepeat: repetition.repeatsAll.toggle()
    case .queue(let count): return move(by: count)
    case .chapter, .cycleAudio, .cycleSubtitles, .toggleSubtitles: return choose(command)
    case .fill, .showPosition, .toggleFullScreen, .leaveFullScreen, .window, .quit: return false
    }
    return true
  }

  /// Another item plays now.
  func forgetItem() {
    chase.reset()
    repetition = Repetition(repeatsAll: repetition.repeatsAll)
    epoch += 1
  }

  private func move(by count: Int) -> Bool {
    guard let queue, count > 0 ? queue.hasNext : queue.hasPrevious else { return false }
    if count > 0 { queue.next() } else { queue.previous() }
    return true
  }

  private func choose(_ command: PlayerCommand) -> Bool {
    guard let details else { return false }
    switch command {
    case .cycleAudio:
      guard case .some(.some(let next)) = details.choices.audio.next(1) else { return false }
      details.selectAudio(next)
    case .cycleSubtitles(let direction):
      guard let next = details.choices.subtitles.next(direction) else { return false }
      details.selectSubtitles(next)
    case .toggleSubtitles: details.toggleSubtitles()
    case .chapter(let direction):
      guard position.isNumeric, let start = details.choices.start(ofChapter: direction, from: position.seconds) else {
        return false
      }
      seek(to: CMTime(seconds: start, preferredTimescale: 90000))
    default: return false
    }
    return true
  }

  /// Goes back to the start of what is repeated where its end has been reached. To be called often while playing.
  func repeatIfDue() {
    guard position.isNumeric, chase.target == nil,
      let start = repetition.restart(at: position.seconds, duration: duration.isNumeric ? duration.seconds : nil)
    else { return }
    seek(to: CMTime(seconds: start, preferredTimescale: 90000))
    if !isPlaying { player?.rate = preferredRate }
  }

  /// To the newest moment of a broadcast.
  func goLive() {
    guard let end = player?.seekable.last?.end, end.isNumeric else { return }
    seek(to: end, .near)
    if !isPlaying { togglePlaying() }
  }

  /// 0 to 1; ends muting.
  func setVolume(_ volume: Double) {
    player?.volume = Float(max(0, min(1, volume)))
    player?.isMuted = false
  }

  /// The rate that plays, or that playing will go on with.
  var wantedRate: Float { currentRate }

  func togglePlaying() {
    guard let player else { return }
    if isPlaying {
      preferredRate = player.rate
      player.rate = 0
    } else {
      // At the end there is nothing to go on with: again from the start.
      if duration.isNumeric, position.isNumeric, position >= duration { seek(to: .zero) }
      player.rate = preferredRate
    }
  }

  /// Goes to `time`, as near as the item reaches.
  func seek(to time: CMTime) {
    pace.reset()
    seek(to: time, .exact)
  }

  /// Goes where a hand is that has not let go yet. Of a file that stands every picture that a slow hand passes is shown, and the one
  /// below a hand that rests; else what is quickest.
  func drag(to time: CMTime) {
    guard let player else { return }
    let isSlow = pace.moved(to: time, at: clock.now)
    guard player.isFile, player.rate == 0 else { return seek(to: time, .near) }
    seek(to: time, isSlow ? .exactMeanwhile : .nearFirst)
  }

  private func seek(to time: CMTime, _ precision: SeekCoalescer.Precision) {
    guard let player, time.isNumeric else { return }
    var clamped = time
    if duration.isNumeric {
      clamped = min(max(.zero, clamped), duration)
    } else if let first = player.seekable.first, let last = player.seekable.last {
      // A broadcast does not begin at zero.
      clamped = min(max(first.start, clamped), last.end)
    } else {
      clamped = max(.zero, clamped)
    }
    if let request = chase.aim(at: clamped, precision) { start(request, with: player) }
  }

  func skip(by seconds: Double) {
    let from = position
    guard from.isNumeric else { return }
    seek(to: from + CMTime(seconds: seconds, preferredTimescale: 1000))
  }

  private func start(_ request: SeekCoalescer.Request, with player: any ControlledPlayer) {
    let epoch = self.epoch
    player.seek(to: request.time, isExact: request.isExact) { [weak self] in
      guard let self, self.epoch == epoch, let player = self.player, let next = self.chase.landed(request) else {
        return
      }
      self.start(next, with: player)
    }
  }

  private var currentRate: Float {
    guard let player, player.rate != 0 else { return preferredRate }
    return player.rate
  }

  /// Changes the rate now where it plays, and the one that playing goes on with.
  func setRate(_ rate: Float) {
    // Steps of a tenth come back to exactly 1 only in theory.
    let rounded = abs(rate - 1) < 0.02 ? 1 : rate
    preferredRate = max(Self.rates.lowerBound, min(Self.rates.upperBound, rounded))
    player?.defaultRate = preferredRate
    if isPlaying { player?.rate = preferredRate }
  }
}
