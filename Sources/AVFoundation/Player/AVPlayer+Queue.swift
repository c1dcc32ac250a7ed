import CoreMedia
import PlayheadEngine
import PlayheadItems
import Synchronization

// The queue: items after the current one. It is stored here; the session knows only the current item and the next one.
extension AVPlayer {
  /// Sends the current and the next item to the session, for `update(sending:)`.
  nonisolated var sendHead: (PlayerState) -> Int? {
    { [session] state in
      let revision = session.setItem(state.item?.engineItem)
      if let next = state.following.first { session.setNextItem(next.engineItem) }
      return revision
    }
  }

  nonisolated func setActionAtItemEnd(_ action: ActionAtItemEnd) {
    update(
      sending: { [session] _ in
        switch action {
        case .advance: session.setEndAction(.advance)
        case .pause: session.setEndAction(.pause)
        case .none: session.setEndAction(.none)
        }
        return nil
      }
    ) { $0.actionAtItemEnd = action }
  }

  /// Inserts a free item after another one, or at the end. The first item becomes current.
  nonisolated func enqueue(_ item: AVPlayerItem, after place: AVPlayerItem?) {
    precondition(
      canEnqueue(item, after: place),
      "The item cannot be inserted: it is in a queue or a player, or the item that it shall follow is not in this queue"
    )
    let isHead = state.withLock { state in
      guard state.item != nil else { return true }
      item.claim(for: self)
      state.following.insert(item, at: state.index(after: place))
      if state.following.first === item { session.setNextItem(item.engineItem) }
      return false
    }
    if isHead { attach(item) }
  }

  /// Inserts free items before all others; the first becomes current.
  nonisolated func enqueueFirst(_ items: [AVPlayerItem]) {
    guard let first = items.first else { return }
    for item in items { item.claim(for: self) }
    let head = state.withLock { $0.item }
    head?.returnToQueue(at: session.currentTime())
    first.becomeCurrent()
    becomeReady()
    update(sending: sendHead) { state in
      let waiting = state.item.map { [$0] + state.following } ?? state.following
      state.expect(rate: state.rate, item: first)
      state.isHeadReached = false
      state.following = items.dropFirst() + waiting
    }
    begin(first)
  }

  nonisolated func canEnqueue(_ item: AVPlayerItem, after place: AVPlayerItem?) -> Bool {
    item.owner == nil && (place.map { $0.owner === self } ?? true)
  }

  /// Removes an item from the queue. The next one replaces the current one.
  nonisolated func dequeue(_ item: AVPlayerItem) {
    guard item.owner === self else { return }
    if state.withLock({ $0.item === item }) { return leaveHead(item) }
    let isFound = state.withLock { state in
      guard let index = state.following.firstIndex(where: { $0 === item }) else { return false }
      state.following.remove(at: index)
      if index == 0 { session.setNextItem(state.following.first?.engineItem) }
      return true
    }
    if isFound { item.detach(from: self, at: nil) }
  }

  /// Ends the current item by a client's call and plays the next one at the same rate.
  nonisolated func leaveHead(_ item: AVPlayerItem) {
    item.detach(from: self, at: session.currentTime())
    let next = state.withLock { $0.following.first }
    next?.becomeCurrent()
    update(sending: sendHead) { state in
      guard state.item === item else { return }
      state.expect(rate: state.rate, item: state.following.first)
      state.isHeadReached = true
      if !state.following.isEmpty { state.following.removeFirst() }
    }
    begin(next)
  }

  nonisolated func emptyQueue() {
    let (head, following) = state.withLock { state in
      defer { state.following = [] }
      return (state.item, state.following)
    }
    for item in following { item.detach(from: self, at: nil) }
    if head != nil { attach(nil) }
  }

  /// Handles a seek in a queued item.
  nonisolated func startChanged(of item: AVPlayerItem) {
    state.withLock { if $0.following.first === item { session.setNextItem(item.engineItem) } }
  }

  // MARK: Session-initiated changes

  /// The item that the session has finished; nil if none, or if a later command supersedes the session's change.
  nonisolated func leavingItem(for snapshot: SessionSnapshot) -> AVPlayerItem? {
    let (finished, next) = state.withLock { state -> (AVPlayerItem?, AVPlayerItem?) in
      guard snapshot.revision >= state.revision, state.item?.engineItem !== snapshot.item else { return (nil, nil) }
      return (state.item, state.following.first)
    }
    guard let finished else { return nil }
    // Before clients are notified: they may insert it again.
    finished.detach(from: self, at: finished.endPosition)
    next?.becomeCurrent()
    return finished
  }

  /// Handles a session that has advanced to an item with a pending seek, at whose target it started.
  nonisolated func startReachedItem() {
    guard let item = state.withLock({ $0.item }), let seek = item.takePendingSeek() else { return }
    if item.engineItem.snapshot.status == .ready { seek.handler?(true) } else { startSeek(seek.target, seek.handler) }
  }

  /// Skips an item that cannot be opened if it follows another one; the first item remains current, so that clients can
  /// see its error.
  nonisolated func skipIfUnplayable(_ item: AVPlayerItem) {
    let isSkipped = state.withLock { $0.item === item && $0.isHeadReached }
    guard isSkipped, item.isUnplayable else { return }
    leaveHead(item)
  }
}

extension PlayerState {
  /// Replaces the finished current item with the next one.
  mutating func moveOn() {
    if let item { finished.append(item) }
    item = following.first
    isHeadReached = true
    if !following.isEmpty { following.removeFirst() }
  }

  /// Sends the next item to the session, and the current one if it differs from the item at which the session has
  /// arrived: the queue may have changed meanwhile. Returns the revision of a sent command.
  func sendNext(to session: PlaybackSession, arrivedAt arrived: EngineItem?) -> Int? {
    let revision = item?.engineItem === arrived ? nil : session.setItem(item?.engineItem)
    if let next = following.first { session.setNextItem(next.engineItem) }
    return revision
  }

  /// The index in `following` at which to insert an item after another; nil: at the end.
  func index(after place: AVPlayerItem?) -> Int {
    guard let place else { return following.endIndex }
    return place === item ? 0 : following.firstIndex { $0 === place }.map { $0 + 1 } ?? following.endIndex
  }
}
