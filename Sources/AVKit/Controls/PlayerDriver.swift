import CoreMedia
import PlayheadClock

/// Carries out the commands of buttons and keys on a player.
@MainActor final class PlayerDriver {
  /// The player to control; nil if there is none.
  var player: (any ControlledPlayer)? {
    didSet {
      resetItem()
      preferredRate = player?.defaultRate ?? 1
    }
  }
  /// The items before and after the current one.
  var queue: (any PlaybackQueue)?
  /// The options of the current item.
  var details: ItemDetails?
  /// The part that is repeated.
  private(set) var repetition = Repetition() { didSet { if repetition != oldValue { onRepetition?() } } }
  /// Called after each change of the repetition.
  var onRepetition: (() -> Void)?
  /// Whether the user may only play and pause, not seek.
  var isLinear = false
  /// The largest volume, at least 1.
  var maximumVolume: Float = 1
  /// Receives what the user does.
  var userActions = UserActionHandlers()
  /// The position at the start of a drag; nil without one.
  private var dragStart: CMTime?
  /// The last navigation of the user, until playback has resumed.
  private var navigation: (from: CMTime, to: CMTime)?
  /// Sends one seek at a time while the target moves.
  private var coalescer = SeekCoalescer()
  /// Whether a drag is slow enough to show every frame.
  private var scrubSpeed = ScrubSpeed()
  /// The clock for the speed of drags; tests substitute a manual one.
  private let clock: any EngineClock
  /// The rate at which playback resumes after a pause.
  private var preferredRate: Float = 1
  /// Counts item changes, so that the completion of a seek in an earlier item is ignored.
  private var epoch = 0

  /// The rates at which speech remains intelligible.
  private static let rates: ClosedRange<Float> = 0.25...4

  /// Creates a driver without a player.
  init(clock: any EngineClock = SystemClock()) { self.clock = clock }

  /// Whether a nonzero rate is requested.
  var isPlaying: Bool { (player?.rate ?? 0) != 0 }
  /// The duration of the item; invalid without a player.
  var duration: CMTime { player?.duration ?? .invalid }
  /// The playback position, or the target of a seek in progress.
  var position: CMTime { coalescer.target ?? player?.position ?? .invalid }

  /// Carries out a command; false if it is not a command for the player.
  func perform(_ command: PlayerCommand) -> Bool {
    guard let player, !isLinear || !command.changesTimeline else { return false }
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
      player.volume = max(0, min(maximumVolume, player.volume + change))
      if change > 0 { player.isMuted = false }
    case .toggleMute: player.isMuted.toggle()
    case .toggleRepeatedPart: if position.isNumeric { repetition.togglePart(at: position.seconds) }
    case .toggleRepeat: repetition.repeatsAll.toggle()
    case .queue(let count): return move(by: count)
    case .chapter, .cycleAudio, .cycleSubtitles, .toggleSubtitles: return choose(command)
    case .cycleSecondarySubtitles: return details?.cycleSecondarySubtitles() ?? false
    case .delaySubtitles, .scaleSubtitles, .liftSubtitles:
      guard let details else { return false }
      details.adjustCaptions(command)
    case .fill, .delayAudio, .adjustVideo, .showPosition, .toggleFullScreen, .leaveFullScreen, .window, .quit:
      return false
    }
    return true
  }

  /// Resets the state of the previous item.
  func resetItem() {
    coalescer.reset()
    (dragStart, navigation) = (nil, nil)
    repetition = Repetition(repeatsAll: repetition.repeatsAll)
    epoch += 1
  }

  /// Plays the next or previous item. False if there is none, so that the key is free for others.
  private func move(by count: Int) -> Bool {
    guard let queue, count > 0 ? queue.hasNext : queue.hasPrevious else { return false }
    if count > 0 { queue.next() } else { queue.previous() }
    return true
  }

  /// Carries out a command that needs the options of the item. False if the item does not have the option.
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

  /// Seeks to the start of the repeated range when its end is reached. Called repeatedly during playback.
  func repeatIfDue() {
    guard position.isNumeric, coalescer.target == nil,
      let start = repetition.restart(at: position.seconds, duration: duration.isNumeric ? duration.seconds : nil)
    else { return }
    seek(to: CMTime(seconds: start, preferredTimescale: 90000), .exact)
    if !isPlaying { player?.rate = preferredRate }
  }

  /// Seeks to the live edge.
  func goLive() {
    guard let end = player?.seekable.last?.end, end.isNumeric else { return }
    seek(to: end, .near)
    if !isPlaying { togglePlaying() }
  }

  /// Sets the volume, 0 to `maximumVolume`, and unmutes.
  func setVolume(_ volume: Double) {
    player?.volume = max(0, min(maximumVolume, Float(volume)))
    player?.isMuted = false
  }

  /// The current rate, or the rate at which playback will resume.
  var selectedRate: Float { currentRate }

  /// Starts at the preferred rate or pauses. At the end playback restarts from the beginning.
  func togglePlaying() {
    guard let player else { return }
    if isPlaying {
      preferredRate = player.rate
      player.rate = 0
    } else {
      // At the end playback restarts from the beginning.
      if duration.isNumeric, position.isNumeric, position >= duration { seek(to: .zero, .exact) }
      player.rate = preferredRate
      reportResumption()
    }
  }

  /// Seeks exactly to `time`, clamped to the seekable range, or to the time that the program has instead: the user
  /// has navigated there.
  func seek(to time: CMTime) {
    scrubSpeed.reset()
    let from = dragStart ?? position
    dragStart = nil
    guard let target = reachable(time) else { return }
    let directed = userActions.timeToSeek.flatMap { reachable($0(from, target)) } ?? target
    navigation = (from, directed)
    seek(to: directed, .exact)
  }

  /// Reports that playback has resumed after a navigation of the user.
  private func reportResumption() {
    guard isPlaying, coalescer.target == nil, let (from, to) = navigation else { return }
    navigation = nil
    userActions.willResume?(from, to)
  }

  /// Scrubs to `time` during a drag. On a paused file a slow drag shows every frame it passes, and a drag that stops
  /// shows the exact frame; everything else uses the quickest result.
  func drag(to time: CMTime) {
    guard let player else { return }
    if dragStart == nil { dragStart = position }
    let isSlow = scrubSpeed.moved(to: time, at: clock.now)
    guard player.isFile, player.rate == 0 else { return seek(to: time, .near) }
    seek(to: time, isSlow ? .exactMeanwhile : .nearFirst)
  }

  /// A time clamped to the duration or the live window; nil for one that is not numeric.
  private func reachable(_ time: CMTime) -> CMTime? {
    guard let player, time.isNumeric else { return nil }
    if duration.isNumeric { return min(max(.zero, time), duration) }
    // A live window does not begin at zero.
    if let first = player.seekable.first, let last = player.seekable.last {
      return min(max(first.start, time), last.end)
    }
    return max(.zero, time)
  }

  /// Requests a seek to a time, clamped to the seekable range.
  private func seek(to time: CMTime, _ precision: SeekCoalescer.Precision) {
    guard let player, let target = reachable(time) else { return }
    if let request = coalescer.aim(at: target, precision) { start(request, with: player) }
  }

  /// Seeks relative to the current position, or to the target of a seek in progress, so that repeated keys add up.
  func skip(by seconds: Double) {
    let from = position
    guard from.isNumeric else { return }
    seek(to: from + CMTime(seconds: seconds, preferredTimescale: 1000))
  }

  /// Starts a request, and the next one when it completes. Completions of an earlier item are ignored.
  private func start(_ request: SeekCoalescer.Request, with player: any ControlledPlayer) {
    let epoch = self.epoch
    player.seek(to: request.time, isExact: request.isExact) { [weak self] in
      guard let self, self.epoch == epoch, let player = self.player else { return }
      if let next = self.coalescer.completed(request) {
        self.start(next, with: player)
      } else {
        self.reportResumption()
      }
    }
  }

  /// The player's rate, or the rate at which a paused player resumes.
  private var currentRate: Float {
    guard let player, player.rate != 0 else { return preferredRate }
    return player.rate
  }

  /// Sets the playback rate, and the rate at which playback resumes if paused.
  func setRate(_ rate: Float) {
    // Repeated factors of 1.1 return to exactly 1 only in theory.
    let rounded = abs(rate - 1) < 0.02 ? 1 : rate
    preferredRate = max(Self.rates.lowerBound, min(Self.rates.upperBound, rounded))
    player?.defaultRate = preferredRate
    if isPlaying { player?.rate = preferredRate }
  }
}
