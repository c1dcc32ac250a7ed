import CoreMedia
import PlayheadEngine

// What a queue adds: items that follow the current one. The queue lives here; the session knows its head and the next item.
extension AVPlayer {
  /// Tells the session what is current and what follows. Given to `update(sending:)`.
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

  /// Puts an item that nobody has behind another, or at the end. The first one becomes current.
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

  /// Puts items that nobody has before all others, so that the first becomes current.
  nonisolated func enqueueFirst(_ items: [AVPlayerItem]) {
    guard let first = items.first else { return }
    for item in items { item.claim(for: self) }
    let head = state.withLock { $0.item }
    head?.waitAgain(at: session.currentTime())
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

  /// Takes an item out of the queue. The next one takes the current one's place.
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

  /// The current item leaves by the program's will, and the next one is played in its stead at the same rate.
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

  /// An item of the queue was seeked.
  nonisolated func startChanged(of item: AVPlayerItem) {
    state.withLock { if $0.following.first === item { session.setNextItem(item.engineItem) } }
  }

  // MARK: What the session does by itself

  /// The item that the session has left behind; nil when it has left none, or when a later command overrules what it did.
  nonisolated func leavingItem(for snapshot: SessionSnapshot) -> AVPlayerItem? {
    let (finished, next) = state.withLock { state -> (AVPlayerItem?, AVPlayerItem?) in
      guard snapshot.revision >= state.revision, state.item?.engineItem !== snapshot.item else { return (nil, nil) }
      return (state.item, state.following.first)
    }
    guard let finished else { return nil }
    // Before anybody is told: whoever is may put it into the queue again.
    finished.detach(from: self, at: finished.endPosition)
    next?.becomeCurrent()
    return finished
  }

  /// The session has moved on to an item that has been seeked while it waited: it began there.
  nonisolated func startReachedItem() {
    guard let item = state.withLock({ $0.item }), let seek = item.takePendingSeek() else { return }
    if item.engineItem.snapshot.status == .ready { seek.handler?(true) } else { startSeek(seek.target, seek.handler) }
  }

  /// An item that cannot be opened is passed over when its turn comes; the first one stays, so that the program sees it.
  nonisolated func skipIfUnplayable(_ item: AVPlayerItem) {
    let isSkipped = state.withLock { $0.item === item && $0.isHeadReached }
    guard isSkipped, item.isUnplayable else { return }
    leaveHead(item)
  }
}

extension PlayerState {
  /// The current item was played; what follows takes its place.
  mutating func moveOn() {
    if let item { finished.append(item) }
    item = following.first
    isHeadReached = true
    if !following.isEmpty { following.removeFirst() }
  }

  /// Tells the session what follows the item at which it has arrived, or where it should be instead: the queue may have been
  /// changed on the way. Returns the number of a command that was given.
  func sendNext(to session: PlaybackSession, arrivedAt arrived: EngineItem?) -> Int? {
    let revision = item?.engineItem === arrived ? nil : session.setItem(item?.engineItem)
    if let next = following.first { session.setNextItem(next.engineItem) }
    return revision
  }

  /// Where in `following` an item goes that is to come after another; nil: at the end.
  func index(after place: AVPlayerItem?) -> Int {
    guard let place else { return following.endIndex }
    return place === item ? 0 : following.firstIndex { $0 === place }.map { $0 + 1 } ?? following.endIndex
  }
}
