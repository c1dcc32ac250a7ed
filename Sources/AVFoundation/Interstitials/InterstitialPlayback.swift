import CoreMedia
import Foundation
import PlayheadEngine

/// One playing of an event, from getting it ready to its end.
///
///     preparing ──adopt──► prepared ──begin, play──► playing ──last item over──► ended
///
/// What is there when it begins is played at once; a list that has not come yet is waited for.
final class InterstitialPlayback: @unchecked Sendable {
  // Sendable: changed only where clients are called; `event` and `hasBegun` are looked at elsewhere, and the latter is behind a lock.

  struct Played {
    var hasPlayed: Bool
    var elapsed: CMTime
    /// What somebody wanted instead of the event's own offset.
    var offset: CMTime?
    var failures: [MediaError]
    /// How much of it was played, and whether that was all there is to play.
    var playout: CMTime
    var isEntire: Bool
  }

  let event: AVPlayerInterstitialEvent
  private let player: AVQueuePlayer
  private let core: PlayerCore
  private let onEnd: (InterstitialPlayback, Played) -> Void
  private let lock = NSLock()
  private var isBegun = false
  private var isOver = false
  /// nil: not known yet.
  private var items: [AVPlayerItem]?
  private var current: AVPlayerItem?
  private var begun = HostTime.zero
  private var rate: Float = 0
  private var failures: [MediaError] = []
  private var succeeded = 0
  /// How much of the items before the present one was played.
  private var played = CMTime.zero
  private var furthest = CMTime.zero
  private var tokens: [NSKeyValueObservation] = []
  private var watcher: Any?
  /// Called when some of it was played, with how much.
  private let onProgress: (InterstitialPlayback, CMTime) -> Void

  init(
    _ event: AVPlayerInterstitialEvent, player: AVQueuePlayer, core: PlayerCore,
    onProgress: @escaping (InterstitialPlayback, CMTime) -> Void, onEnd: @escaping (InterstitialPlayback, Played) -> Void
  ) {
    self.event = event
    self.player = player
    self.core = core
    self.onProgress = onProgress
    self.onEnd = onEnd
  }

  var hasBegun: Bool { lock.withLock { isBegun } }
  /// Whether it is known what is to be played, and there is something.
  var isPrepared: Bool { items?.isEmpty == false }

  // MARK: Getting ready

  /// What is to be played: it is opened, and waits.
  func adopt(_ templates: [AVPlayerItem]) {
    guard !isOver, items == nil else { return }
    let copies = templates.compactMap { $0.copy() as? AVPlayerItem }
    for copy in copies { copy.state.withLock { $0.interstitialEvent = event.identifier } }
    items = copies
    limit(copies.first)
    for item in copies {
      tokens.append(
        item.observe(\.status, options: .new) { [weak self] item, _ in
          if item.status == .failed { self?.pass(item) }
        })
    }
    for item in copies { player.enqueue(item, after: nil) }
    current = player.currentItem
    tokens.append(player.observe(\.currentItem, options: .new) { [weak self] _, _ in self?.turnToItem() })
    if hasBegun { play() }
  }

  /// What is to be played could not be found out.
  func fail(_ error: MediaError) {
    failures.append(error)
    adopt([])
  }

  // MARK: Playing

  func begin() {
    lock.withLock { isBegun = true }
    begun = core.clock.now
    let isRestricted = event.restrictions.contains(.requiresPlaybackAtPreferredRateForAdvancement)
    player.update { $0.isAdvancementRestricted = isRestricted }
    watcher = player.addPeriodicTimeObserver(forInterval: Self.glance, queue: nil) { [weak self] _ in
      guard let self, !isOver, current != nil else { return }
      // Where the queue moves on the position is zero for a moment; and who goes back has seen what he has seen.
      furthest = max(furthest, playout)
      onProgress(self, furthest)
    }
  }
  private static let glance = CMTime(value: 1, timescale: 4)

  /// How much of it was played so far.
  var playout: CMTime {
    let time = current == nil ? .zero : player.currentTime()
    return played + (time.isNumeric ? max(.zero, time) : .zero)
  }

  /// Plays what is there; ends where there is nothing.
  func play() {
    guard !isOver, let items else { return }
    if items.isEmpty || player.currentItem == nil { return finish() }
    player.rate = rate
  }

  func setRate(_ newRate: Float) {
    guard newRate != rate else { return }
    rate = newRate
    if items?.isEmpty == false, !isOver { player.rate = newRate }
  }

  /// An item cannot be played: it is passed over.
  private func pass(_ item: AVPlayerItem) {
    guard !isOver, items?.contains(where: { $0 === item }) == true else { return }
    if let error = item.engineItem.snapshot.error { failures.append(error) }
    items?.removeAll { $0 === item }
    if item === current { current = nil }
    player.dequeue(item)
    if hasBegun, player.currentItem != nil, player.rate != rate { player.rate = rate }
  }

  private func turnToItem() {
    guard !isOver else { return }
    if let current {
      succeeded += 1
      played = played + current.endPosition
    }
    current = player.currentItem
    guard let current else {
      if hasBegun { finish() }
      return
    }
    limit(current)
  }

  /// No more is played than the event allows.
  private func limit(_ item: AVPlayerItem?) {
    let limit = event.playoutLimit
    guard let item, limit.isNumeric else { return }
    guard limit > played else {
      current = nil
      return finish()
    }
    let own = item.forwardPlaybackEndTime
    item.forwardPlaybackEndTime = own.isNumeric ? min(own, limit - played) : limit - played
  }

  /// `offset`: what somebody wants instead of the event's own.
  func finish(offset: CMTime? = nil) {
    guard !isOver else { return }
    let elapsed = CMTime(value: (core.clock.now - begun).nanoseconds, timescale: 1_000_000_000)
    let hasPlayed = succeeded > 0 || current != nil || offset != nil
    let (playout, isEntire) = (playout, current == nil && succeeded > 0 && failures.isEmpty)
    close()
    let wanted = offset.map { $0.isNumeric ? $0 : elapsed }
    onEnd(
      self,
      Played(
        hasPlayed: hasPlayed, elapsed: elapsed, offset: wanted, failures: failures, playout: playout,
        isEntire: isEntire))
  }

  /// Ends it without a word.
  func close() {
    guard !isOver else { return }
    isOver = true
    for token in tokens { token.invalidate() }
    tokens = []
    if let watcher { player.removeTimeObserver(watcher) }
    watcher = nil
    player.update { $0.isAdvancementRestricted = false }
    player.emptyQueue()
    player.setRate(0, reason: .setRateCalled)
  }
}
