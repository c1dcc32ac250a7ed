import CoreMedia
import Foundation
import PlayheadClock
import PlayheadItems
import Synchronization

/// One playback of an event, from preparation to its end.
///
///     preparing ──adopt──► prepared ──begin, play──► playing ──last item over──► ended
///
/// Items that are available at the start play immediately; an asset list that is still loading is waited for.
final class InterstitialPlayback: @unchecked Sendable {
  // Sendable: changed only on the delivery queue; `event` and `hasBegun` are read elsewhere, and the latter is behind a
  // lock.

  /// The result of a playback, passed to `onEnd`.
  struct Played {
    /// Whether at least one item has played, or the client has ended the event. Otherwise the primary item resumes at
    /// the event's position.
    var hasPlayed: Bool
    /// The elapsed time since the start, stalls and pauses included.
    var elapsed: CMTime
    /// A resumption offset that overrides that of the event.
    var offset: CMTime?
    /// The errors of items and of the asset list.
    var failures: [MediaError]
    /// The playback time of the event, and whether it was played completely.
    var playout: CMTime
    /// Whether all items were played to their ends without an error.
    var isEntire: Bool
  }

  /// The part of an event that was played so far.
  private struct Progress {
    /// The errors so far.
    var failures: [MediaError] = []
    /// The number of items that were played to their ends.
    var itemCount = 0
    /// The playback time of the items before the current one.
    var time = CMTime.zero
    /// The largest playback time so far, which seeking backward does not reduce.
    var furthest = CMTime.zero
  }

  /// The event that is played, one of the controller's copies.
  let event: AVPlayerInterstitialEvent
  /// The interstitial player. It plays only this event during the playback.
  private let player: AVQueuePlayer
  /// The clock and the delivery queue of the primary player.
  private let core: PlayerCore
  /// Called once at the end, but not by `close()`.
  private let onEnd: (InterstitialPlayback, Played) -> Void
  /// Guards `isBegun`, which is read on any thread.
  private let lock = NSLock()
  /// Whether the primary item waits for the event.
  private var isBegun = false
  /// Whether the playback has ended, or was closed. It does not become false again.
  private var isOver = false
  /// nil until the items are known.
  private var items: [AVPlayerItem]?
  /// The item that plays; nil between items and after the last one.
  private var current: AVPlayerItem?
  /// The host time of `begin()`.
  private var startTime = HostTime.zero
  /// The rate that the primary player has requested.
  private var rate: Float = 0
  /// The part that was played so far.
  private var progress = Progress()
  /// The observations of the items and of the player's current item.
  private var tokens: [NSKeyValueObservation] = []
  /// The token of the periodic time observer; nil before `begin()` and after the end.
  private var watcher: Any?
  /// Called with the playback time as the event progresses.
  private let onProgress: (InterstitialPlayback, CMTime) -> Void

  /// Creates a playback that prepares nothing until `adopt(_:)`.
  init(
    _ event: AVPlayerInterstitialEvent, player: AVQueuePlayer, core: PlayerCore,
    onProgress: @escaping (InterstitialPlayback, CMTime) -> Void,
    onEnd: @escaping (InterstitialPlayback, Played) -> Void
  ) {
    self.event = event
    self.player = player
    self.core = core
    self.onProgress = onProgress
    self.onEnd = onEnd
  }

  /// Whether the primary item waits for the event. Any thread.
  var hasBegun: Bool { lock.withLock { isBegun } }
  /// Whether the items are known and there is at least one.
  var isPrepared: Bool { items?.isEmpty == false }

  // MARK: Preparation

  /// Adopts the items to play, which are opened and wait for the start.
  func adopt(_ templates: [AVPlayerItem]) {
    guard !isOver, items == nil else { return }
    let copies = templates.compactMap { $0.copy() as? AVPlayerItem }
    for copy in copies { copy.state.withLock { $0.interstitialEvent = event.identifier } }
    items = copies
    limit(copies.first)
    for item in copies {
      tokens.append(
        item.observe(\.status, options: .new) { [weak self] item, _ in
          if item.status == .failed { self?.skipItem(item) }
        })
    }
    for item in copies { player.enqueue(item, after: nil) }
    current = player.currentItem
    tokens.append(player.observe(\.currentItem, options: .new) { [weak self] _, _ in self?.currentItemChanged() })
    if hasBegun { play() }
  }

  /// Reports that the items could not be determined.
  func fail(_ error: MediaError) {
    progress.failures.append(error)
    adopt([])
  }

  // MARK: Playing

  /// Starts the event, whose items may be unknown so far. Call it once, before `play()`.
  func begin() {
    lock.withLock { isBegun = true }
    startTime = core.clock.now
    let isRestricted = event.restrictions.contains(.requiresPlaybackAtPreferredRateForAdvancement)
    player.update { $0.isAdvancementRestricted = isRestricted }
    watcher = player.addPeriodicTimeObserver(forInterval: Self.progressInterval, queue: nil) { [weak self] _ in
      guard let self, !isOver, current != nil else { return }
      // Between two items the position is briefly zero, and seeking backward does not reduce what has been viewed.
      progress.furthest = max(progress.furthest, playout)
      onProgress(self, progress.furthest)
    }
  }
  /// The interval of `onProgress` on the event's timeline: a quarter of a second.
  private static let progressInterval = CMTime(value: 1, timescale: 4)

  /// The playback time of the event so far.
  var playout: CMTime {
    let time = current == nil ? .zero : player.currentTime()
    return progress.time + (time.isNumeric ? max(.zero, time) : .zero)
  }

  /// Plays the available items; ends if there are none.
  func play() {
    guard !isOver, let items else { return }
    if items.isEmpty || player.currentItem == nil { return finish() }
    player.rate = rate
  }

  /// Sets the rate, also before the items are known.
  func setRate(_ newRate: Float) {
    guard newRate != rate else { return }
    rate = newRate
    if items?.isEmpty == false, !isOver { player.rate = newRate }
  }

  /// Skips an item that cannot be played.
  private func skipItem(_ item: AVPlayerItem) {
    guard !isOver, items?.contains(where: { $0 === item }) == true else { return }
    if let error = item.engineItem.snapshot.error { progress.failures.append(error) }
    items?.removeAll { $0 === item }
    if item === current { current = nil }
    player.dequeue(item)
    if hasBegun, player.currentItem != nil, player.rate != rate { player.rate = rate }
  }

  /// Adds the playback time of the previous item and limits the next one, or ends the event after the last one.
  private func currentItemChanged() {
    guard !isOver else { return }
    if let current {
      progress.itemCount += 1
      progress.time = progress.time + current.endPosition
    }
    current = player.currentItem
    guard let current else {
      if hasBegun { finish() }
      return
    }
    limit(current)
  }

  /// Limits playback to the event's playout limit.
  private func limit(_ item: AVPlayerItem?) {
    let limit = event.playoutLimit
    guard let item, limit.isNumeric else { return }
    guard limit > progress.time else {
      current = nil
      return finish()
    }
    let own = item.forwardPlaybackEndTime
    item.forwardPlaybackEndTime = own.isNumeric ? min(own, limit - progress.time) : limit - progress.time
  }

  /// Ends the event. `offset` overrides the event's resumption offset.
  func finish(offset: CMTime? = nil) {
    guard !isOver else { return }
    let elapsed = CMTime(value: (core.clock.now - startTime).nanoseconds, timescale: 1_000_000_000)
    let hasPlayed = progress.itemCount > 0 || current != nil || offset != nil
    let (playout, isEntire) = (playout, current == nil && progress.itemCount > 0 && progress.failures.isEmpty)
    close()
    let resumption = offset.map { $0.isNumeric ? $0 : elapsed }
    onEnd(
      self,
      Played(
        hasPlayed: hasPlayed, elapsed: elapsed, offset: resumption, failures: progress.failures, playout: playout,
        isEntire: isEntire))
  }

  /// Ends the playback without calling `onEnd`.
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
