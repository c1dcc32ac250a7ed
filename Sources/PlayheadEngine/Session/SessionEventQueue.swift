/// Events that wait for the program, in order. Bounded: while a program does not service its queue, only the newest of
/// events that supersede each other is retained. Pure.
struct SessionEventQueue {
  /// The events since `takeAll`, oldest first.
  private(set) var events: [SessionEvent] = []
  /// The number of events above which the queue is compacted: at least `limit`.
  private var compactsAt = SessionEventQueue.limit

  /// More than a program that services its queue ever accumulates.
  static let limit = 256
  /// The limit of groups of timed metadata retained for a program that does not take them: the oldest are dropped
  /// first.
  static let metadataLimit = 1024

  /// Adds events, and compacts the queue when it exceeds its limit.
  mutating func add(_ new: [SessionEvent]) {
    events += new
    guard events.count > compactsAt else { return }
    compact()
    // The remaining events cannot be dropped; compacting for every further event would become ever slower.
    compactsAt = max(Self.limit, 2 * events.count)
  }

  /// Removes and returns all events.
  mutating func takeAll() -> [SessionEvent] {
    defer { self = SessionEventQueue() }
    return events
  }

  /// Identifies events that supersede each other: the newest of those with equal keys remains.
  private enum Key: Hashable {
    /// Snapshots of the session.
    case session
    /// Snapshots of one item.
    case item(ObjectIdentifier)
    /// Jumps of one item's position.
    case jump(ObjectIdentifier)
    /// Stalls of one item.
    case stall(ObjectIdentifier)
    /// Growth of the same logs of one item.
    case log(ObjectIdentifier, access: Bool, errors: Bool)
    /// The metadata that is valid at the position of one item.
    case metadata(ObjectIdentifier)
    /// The calls of one time observer.
    case observer(Int)
    /// The announcement of one interstitial of an item.
    case near(ObjectIdentifier, String)
  }

  /// Events with the same key supersede each other; nil if every one counts.
  private static func key(_ event: SessionEvent) -> Key? {
    switch event {
    case .sessionChanged: .session
    case .itemChanged(let item, _): .item(ObjectIdentifier(item))
    case .timeJumped(let item, _): .jump(ObjectIdentifier(item))
    case .stalled(let item): .stall(ObjectIdentifier(item))
    case .logGrew(let item, let access, let errors): .log(ObjectIdentifier(item), access: access, errors: errors)
    case .metadataPresent(let item, _): .metadata(ObjectIdentifier(item))
    // A call is dropped while the previous one has not returned.
    case .observerFired(let identifier, _): .observer(identifier)
    case .interstitialNear(let item, let id): .near(ObjectIdentifier(item), id)
    case .seekFinished, .prerollFinished, .metadataDue, .playedToEnd, .failedToPlayToEnd, .scheduleLoaded,
      .interstitialDue, .interstitialDropped, .externalPlaybackFailed:
      nil
    }
  }

  /// Removes superseded events, and the oldest timed metadata above `metadataLimit`. The order does not change.
  private mutating func compact() {
    var seen: Set<Key> = []
    var metadata = 0
    var retained: [SessionEvent] = []
    for event in events.reversed() {
      if let key = Self.key(event), !seen.insert(key).inserted { continue }
      if case .metadataDue = event {
        metadata += 1
        if metadata > Self.metadataLimit { continue }
      }
      retained.append(event)
    }
    events = retained.reversed()
  }
}
