import CoreMedia
import PlayheadEngine

/// What a player's properties say: the wanted part as soon as it is set, the rest as the session's events tell it.
struct PlayerState: Sendable {
  var status = AVPlayer.Status.unknown
  var item: AVPlayerItem?
  /// What comes after the current item, in order; only queues have any.
  var following: [AVPlayerItem] = []
  /// Items that were played and left the queue, and whose end is not told yet.
  var finished: [AVPlayerItem] = []
  /// Whether the current item got its place because the one before it left.
  var isHeadReached = false
  var rate: Float = 0
  var defaultRate: Float = 1
  /// Which way it played last.
  var isBackward = false
  var waitsToMinimizeStalling = true
  var timeControl = SessionSnapshot.TimeControl.paused
  var volume: Float = 1
  var isMuted = false
  var audioDevice: String?
  var allowsExternalPlayback = true
  var sourceClock: CMClock?
  /// Whether it plays an event of another player that must not be hurried through.
  var isAdvancementRestricted = false
  var actionAtItemEnd = AVPlayer.ActionAtItemEnd.pause
  /// The number of the last command that is counted in: events that are older say nothing about what is wanted now.
  var revision = 0
  /// Changes that were made elsewhere than where clients are called, and are not told yet.
  var pending: [PlayerAnnouncement] = []

  var timeControlStatus: AVPlayer.TimeControlStatus {
    switch timeControl {
    case .paused: .paused
    case .waiting: .waitingToPlayAtSpecifiedRate
    case .playing: .playing
    }
  }

  var reasonForWaitingToPlay: AVPlayer.WaitingReason? {
    switch timeControl {
    case .waiting(.toMinimizeStalls): .toMinimizeStalls
    case .waiting(.evaluatingBufferingRate): .evaluatingBufferingRate
    case .waiting(.noItemToPlay): .noItemToPlay
    case .waiting(.interstitialEvent): .interstitialEvent
    case .paused, .playing: nil
    }
  }

  /// Which observable properties differ from an earlier state, in the order in which observers are told.
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
    if actionAtItemEnd != old.actionAtItemEnd { keys.append("actionAtItemEnd") }
    return keys
  }

  /// Notes a change that is announced later, together with those before it where their order cannot be observed: a
  /// program that does not service its queue must not fill the memory. Returns whether nothing waited before.
  mutating func addPending(_ announcement: PlayerAnnouncement) -> Bool {
    guard !announcement.isEmpty else { return false }
    guard let last = pending.last else {
      pending = [announcement]
      return true
    }
    if last.rateReason == nil, announcement.rateReason == nil {
      pending[pending.count - 1].keys += announcement.keys.filter { !last.keys.contains($0) }
    } else {
      pending.append(announcement)
    }
    return false
  }

  /// What a wanted rate or another item means until the session says more.
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

/// What clients are to be told of one change.
struct PlayerAnnouncement: Sendable {
  var keys: [ObservableKey]
  /// There when the rate changed, with the reason if one can be named.
  var rateReason: AVPlayer.RateDidChangeReason??

  var isEmpty: Bool { keys.isEmpty && rateReason == nil }
}
