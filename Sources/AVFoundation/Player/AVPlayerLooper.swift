import CoreMedia
import Foundation
import PlayheadItems
import Synchronization

/// Plays an item, or a part of it, repeatedly and without gaps in a queue player.
///
/// It creates three copies of the item and keeps them in the queue, one after the other. Retain the looper: looping
/// ends with it. Do not change the queue during looping. Only forward playback loops.
///
/// - Note: Difference from Apple: `status` becomes `ready` when the first copy is ready to play; if other items come
///   first, this is later than when the duration becomes known.
open class AVPlayerLooper: NSObject, @unchecked Sendable {
  // Sendable: everything is immutable or has its own lock.
  /// The queue player. Retained until the looper is released.
  private let player: AVQueuePlayer
  /// The copies of the item, which follow each other in the queue.
  private let replicas: [AVPlayerItem]
  /// The range of each loop; invalid for the whole item.
  private let range: CMTimeRange
  /// The player's action at the end of an item before looping, restored afterwards.
  private let oldAction: AVPlayer.ActionAtItemEnd
  /// The observations of the copies.
  private let tokens = LoopTokens()
  /// The observable state, locked because clients read it on any thread.
  private let state = Mutex(LoopState())

  /// One copy plays, one is prepared, and one is enqueued after it.
  private static let replicaCount = 3

  /// Loops a whole item before the existing items of the queue.
  public convenience init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
    self.init(player: player, templateItem: itemToLoop, timeRange: .invalid)
  }

  /// Loops a part of an item before the existing items of the queue.
  public convenience init(
    player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange
  ) {
    self.init(
      player: player, templateItem: itemToLoop, timeRange: loopRange,
      existingItemsOrdering: .loopingItemsPrecedeExistingItems)
  }

  /// Loops a part of an item.
  ///
  /// - Parameters:
  ///   - player: Its rate is unchanged; its `actionAtItemEnd` is `advance` during looping.
  ///   - itemToLoop: The item to copy; it is not played itself, and later changes to it have no effect.
  ///   - loopRange: `.invalid` for the whole item. A range without a duration is a programmer error; one that exceeds
  ///     the item's duration makes `status` `failed`.
  ///   - itemOrdering: Whether the existing items of the queue come after the loop or before it.
  public init(
    player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange,
    existingItemsOrdering itemOrdering: ItemOrdering
  ) {
    precondition(
      !loopRange.isValid || (loopRange.duration > .zero && loopRange.start >= .zero),
      "The time range of a loop must have a duration and begin at zero or later")
    self.player = player
    range = loopRange
    oldAction = player.actionAtItemEnd
    replicas = (0..<Self.replicaCount).compactMap { _ in itemToLoop.copy() as? AVPlayerItem }
    super.init()
    for replica in replicas {
      prepare(replica)
      observe(replica)
    }
    player.setActionAtItemEnd(.advance)
    switch itemOrdering {
    case .loopingItemsPrecedeExistingItems: player.enqueueFirst(replicas)
    case .loopingItemsFollowExistingItems: for replica in replicas { player.enqueue(replica, after: nil) }
    }
  }

  deinit {
    finish()
    StringKeyObservers.forget(self)
  }

  /// The state of looping. Observable.
  open var status: Status {
    AccessTracking.note("status", of: self)
    return state.withLock { $0.status }
  }

  /// The error if `status` is `failed`; otherwise nil. Observable.
  open var error: (any Error)? {
    AccessTracking.note("error", of: self)
    return state.withLock { $0.error }
  }

  /// The number of times that the item has played to its end. Observable.
  open var loopCount: Int {
    AccessTracking.note("loopCount", of: self)
    return state.withLock { $0.loopCount }
  }

  /// The copies that are played in turn.
  open var loopingPlayerItems: [AVPlayerItem] { replicas }

  /// Ends looping: the current copy plays to its end, then the queue and `actionAtItemEnd` are restored.
  open func disableLooping() {
    guard state.withLock({ $0.status != .cancelled }) else { return }
    finish()
    update { $0.status = .cancelled }
  }

  // MARK: Looping

  /// Sets the position of a copy to the start of the range, and its end.
  private func prepare(_ replica: AVPlayerItem) {
    guard range.isValid else { return replica.engineItem.setStart(.zero) }
    replica.engineItem.setStart(range.start)
    replica.forwardPlaybackEndTime = range.end
  }

  /// Observes when a copy is ready and when it has played to its end.
  private func observe(_ replica: AVPlayerItem) {
    tokens.observations.append(
      replica.observe(\.status, options: .new) { [weak self] item, _ in self?.follow(item) })
    tokens.notifications.append(
      NotificationCenter.default.addObserver(
        forName: AVPlayerItem.didPlayToEndTimeNotification, object: replica, queue: nil
      ) { [weak self] note in
        if let item = note.object as? AVPlayerItem { self?.turn(item) }
      })
  }

  /// Adopts the status of a copy: `ready` with the first one, `failed` with any.
  private func follow(_ item: AVPlayerItem) {
    switch item.status {
    case .unknown: return
    case .readyToPlay:
      guard isPossible(in: item.duration) else {
        let sentence = "What is to be looped has no duration, or its time range reaches beyond it."
        return fail(AVError(.invalidSourceMedia, userInfo: [NSLocalizedDescriptionKey: sentence]))
      }
      update { if $0.status == .unknown { $0.status = .ready } }
    case .failed: fail(item.error)
    }
  }

  /// Whether the range is within the item. An unknown duration permits every range.
  private func isPossible(in duration: CMTime) -> Bool {
    !duration.isNumeric || (duration > .zero && (!range.isValid || range.end <= duration))
  }

  /// Ends looping with an error; the copies leave the queue when the current one ends.
  private func fail(_ error: (any Error)?) {
    guard state.withLock({ $0.status != .cancelled && $0.status != .failed }) else { return }
    finish()
    update { state in
      state.status = .failed
      state.error = error
    }
  }

  /// Enqueues a copy that has played to its end behind the others.
  private func turn(_ item: AVPlayerItem) {
    prepare(item)
    let last = player.items().last { other in replicas.contains { $0 === other } }
    if player.canEnqueue(item, after: last) { player.enqueue(item, after: last) }
    update { $0.loopCount += 1 }
  }

  /// Changes the state and notifies observers before and after.
  private func update(_ change: (inout LoopState) -> Void) {
    let old = state.withLock { $0 }
    var new = old
    change(&new)
    let keys = new.changes(since: old)
    KeyValueChanges.willChange(keys, of: self)
    state.withLock { change(&$0) }
    KeyValueChanges.didChange(keys, of: self)
  }

  /// Removes the waiting copies from the queue. The current one plays to its end.
  private func finish() {
    guard !tokens.notifications.isEmpty else { return }
    tokens.end()
    let current = player.currentItem
    for replica in replicas where replica !== current { player.dequeue(replica) }
    let (player, action) = (player, oldAction)
    guard let current, replicas.contains(where: { $0 === current }), action != .advance else {
      return player.setActionAtItemEnd(action)
    }
    let token = LoopTokens()
    token.notifications = [
      NotificationCenter.default.addObserver(
        forName: AVPlayerItem.didPlayToEndTimeNotification, object: current, queue: nil
      ) { [weak player] _ in
        player?.setActionAtItemEnd(action)
        token.end()
      }
    ]
  }
}
