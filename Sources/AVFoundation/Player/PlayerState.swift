import CoreMedia
import PlayheadEngine

/// The state behind a player's properties: requested values take effect immediately, the rest follows the session's
/// events.
struct PlayerState: Sendable {
  /// Whether the player can play; it does not become `failed`.
  var status = AVPlayer.Status.unknown
  /// The current item.
  var item: AVPlayerItem?
  /// The items after the current one, in order; only queues have any.
  var following: [AVPlayerItem] = []
  /// Finished items that have left the queue and whose end has not been reported.
  var finished: [AVPlayerItem] = []
  /// Whether the current item became current because the previous one ended.
  var isHeadReached = false
  /// The requested rate, which is not 0 while the player waits.
  var rate: Float = 0
  /// The rate of `play()`.
  var defaultRate: Float = 1
  /// The last direction of playback.
  var isBackward = false
  /// Whether playback waits until it is likely to continue without a stall.
  var waitsToMinimizeStalling = true
  /// Whether playback is paused, waiting or in progress.
  var timeControl = SessionSnapshot.TimeControl.paused
  /// The volume, 0 to 1.
  var volume: Float = 1
  /// Whether audio is muted. The volume is unchanged.
  var isMuted = false
  /// The identifier of the audio device; nil for the default device.
  var audioDevice: String?
  /// Whether another device may play items.
  var allowsExternalPlayback = true
  /// The device that plays items in place of this computer, and the error of the last one.
  var external = ExternalPlaybackState()
  /// Whether views keep the display awake while a video plays.
  var preventsDisplaySleep = true
  /// Whether the rate is adapted to the display.
  var adaptsToDisplay = false
  /// The clock that playback follows; nil for the audio device, or the host clock without audio.
  var sourceClock: CMClock?
  /// Whether it plays an interstitial event that must not be skipped or played faster.
  var isAdvancementRestricted = false
  /// The action at the end of an item; `advance` for queues only.
  var actionAtItemEnd = AVPlayer.ActionAtItemEnd.pause
  /// The revision of the last command that is reflected: older events do not affect the requested values.
  var revision = 0
  /// Changes made off the delivery queue that have not been announced.
  var pending: [PlayerAnnouncement] = []

  /// The public form of `timeControl`.
  var timeControlStatus: AVPlayer.TimeControlStatus {
    switch timeControl {
    case .paused: .paused
    case .waiting: .waitingToPlayAtSpecifiedRate
    case .playing: .playing
    }
  }

  /// The reason for waiting; nil while the player does not wait.
  var reasonForWaitingToPlay: AVPlayer.WaitingReason? {
    switch timeControl {
    case .waiting(.toMinimizeStalls): .toMinimizeStalls
    case .waiting(.evaluatingBufferingRate): .evaluatingBufferingRate
    case .waiting(.noItemToPlay): .noItemToPlay
    case .waiting(.interstitialEvent): .interstitialEvent
    case .paused, .playing: nil
    }
  }

  /// The observable properties that differ from an earlier state, in notification order.
  func changes(since old: PlayerState) -> [ObservableKey] {
    var keys: [ObservableKey] = []
    if status != old.status { keys.append("status") }
    if item !== old.item { keys.append("currentItem") }
    if rate != old.rate { keys.append("rate") }
    if timeControlStatus != old.timeControlStatus { keys.append("timeControlStatus") }
    if reasonForWaitingToPlay != old.reasonForWaitingToPlay { keys.append("reasonForWaitingToPlay") }
    if defaultRate != old.defaultRate { keys.append("defaultRate") }
    if waitsToMinimizeStalling != old.waitsToMinimizeStalling { keys.append("automaticallyWaitsToMinimizeStalling") }
    if volume != old.volume { keys.append("volume") }
    if isMuted != old.isMuted { keys.append("muted") }
    if allowsExternalPlayback != old.allowsExternalPlayback { keys.append("allowsExternalPlayback") }
    if external.isActive != old.external.isActive { keys.append("externalPlaybackActive") }
    if preventsDisplaySleep != old.preventsDisplaySleep { keys.append("preventsDisplaySleepDuringVideoPlayback") }
    if actionAtItemEnd != old.actionAtItemEnd { keys.append("actionAtItemEnd") }
    return keys
  }

  /// The announcement of the changes since an earlier state, and of a property that is announced in any case.
  func announcement(since old: PlayerState, repeating repeated: ObservableKey?) -> PlayerAnnouncement {
    let keys = changes(since: old)
    let repeatedKeys = repeated.map { keys.contains($0) ? [] : [$0] } ?? []
    return PlayerAnnouncement(keys: keys, repeatedKeys: repeatedKeys)
  }

  /// Queues a change for later announcement, merged with earlier ones if their order cannot be observed: a client that
  /// does not service its main queue must not exhaust the memory. Returns whether the queue was empty before.
  mutating func addPending(_ announcement: PlayerAnnouncement) -> Bool {
    guard !announcement.isEmpty else { return false }
    guard let last = pending.last else {
      pending = [announcement]
      return true
    }
    if last.rateReason == nil, announcement.rateReason == nil {
      pending[pending.count - 1].keys += announcement.keys.filter { !last.keys.contains($0) }
      pending[pending.count - 1].repeatedKeys += announcement.repeatedKeys.filter { !last.repeatedKeys.contains($0) }
    } else {
      pending.append(announcement)
    }
    return false
  }

  /// Applies a requested rate or item; the session's events refine the result.
  mutating func expect(rate newRate: Float, item newItem: AVPlayerItem?) {
    if newRate == 0 {
      timeControl = .paused
    } else if newItem == nil {
      timeControl = .waiting(.noItemToPlay)
    } else if newItem !== item || rate == 0 {
      timeControl = .waiting(.evaluatingBufferingRate)
    }
    rate = newRate
    if newRate != 0 { isBackward = newRate < 0 }
    item = newItem
  }
}

/// The notifications for one change.
struct PlayerAnnouncement: Sendable {
  /// The changed properties, in notification order.
  var keys: [ObservableKey]
  /// Properties with an unchanged value of which observers are notified nevertheless; announced after `keys`.
  var repeatedKeys: [ObservableKey] = []
  /// Set if the rate changed, with the reason if there is one.
  var rateReason: AVPlayer.RateDidChangeReason??

  /// All announced properties, in notification order.
  var allKeys: [ObservableKey] { keys + repeatedKeys }
  /// Whether a value has changed.
  var isChange: Bool { !keys.isEmpty || rateReason != nil }
  /// Whether there is nothing to announce.
  var isEmpty: Bool { !isChange && repeatedKeys.isEmpty }
}
