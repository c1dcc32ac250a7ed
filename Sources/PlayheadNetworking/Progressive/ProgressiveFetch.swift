import Foundation

/// Which bytes of one resource to ask for, and what becomes of the answers. It performs nothing: events go in with the
/// time they happened at, actions come out.
///
///             ┌────────── need: too far from every lane ──────────┐
///             ▼                                                   │
///      lane asks ──► answered ──► receiving ◄──► paused (far enough ahead)
///         ▲              │            │
///         │              ▼            ▼
///         └─ a passing failure     complete, or given up: the failure is told to whoever needs the bytes
struct ProgressiveFetch: Sendable {
  enum Action: Sendable, Equatable {
    /// Ask from `offset` on; the answer must begin within `within` seconds.
    case ask(lane: Int, offset: Int64, after: Double, within: Double, validator: String?, plainly: Bool)
    case resume(lane: Int)
    case stop(lane: Int)
  }

  enum ReadResult: Equatable {
    case bytes(Int)
    case end
    case failed(ByteSourceError)
    case wait
  }

  let limits: FetchLimits
  let policy: RetryPolicy
  var schedule: RetrySchedule
  var store: RangeStore
  var entity: Entity?
  var lanes: [FetchLane] = []
  var meter = ThroughputMeter()
  /// How far ahead somebody wants to fetch; nil: as far as the limits say.
  var wantedAhead: Int?
  /// What an internet radio has announced.
  var titles: [StreamTitle] = []
  var position: Int64 = 0
  /// Why what the reader waits for does not come. Kept until somebody starts over.
  var failure: ByteSourceError?
  var isWaiting = false
  /// Where redirections led. Asking there again is quicker, and what a signed address was given for is the whole of the
  /// playing.
  var location: URL?
  var bytesReceived: Int64 = 0
  var requestCount = 0
  /// Whether the server has refused a range of the whole, so that ranges are not asked for.
  var asksPlainly = false
  var laneCount = 0
  var uses = 0
  /// Where a whole answer last ended before the length it had promised.
  var shortEnd: Int64?

  init(limits: FetchLimits, policy: RetryPolicy, now: Double) {
    self.limits = limits
    self.policy = policy
    schedule = RetrySchedule(policy, now: now)
    store = RangeStore(limit: limits.store, backLimit: limits.back)
  }

  var size: Int64? { entity?.size }

  /// Not so little that every packet would be waited for, not so much that it has no room.
  private var ahead: Int {
    wantedAhead.map { max(limits.reach, min($0, limits.store - limits.back)) } ?? limits.ahead
  }

  /// A resource without ranges can be moved about in when all of it has room.
  var isSeekable: Bool {
    switch entity?.access {
    case .ranges: true
    case .whole: size.map { $0 <= Int64(limits.store) } ?? false
    case .live, nil: false
    }
  }

  // MARK: The reader's events

  /// Asks for the beginning, which tells everything else.
  mutating func open(now: Double) -> [Action] {
    guard lanes.isEmpty, entity == nil, failure == nil else { return [] }
    isWaiting = true
    schedule.startOver(now: now)
    return ask(from: 0)
  }

  /// What was given up is tried again when it is needed.
  mutating func startOver() {
    failure = nil
    isWaiting = false
  }

  mutating func read(into target: UnsafeMutableRawBufferPointer, now: Double) -> (ReadResult, [Action]) {
    if target.isEmpty { return (.bytes(0), []) }
    let count = store.read(at: position, into: target)
    if count > 0 {
      position += Int64(count)
      isWaiting = false
      return (.bytes(count), goOn(now: now))
    }
    if let size, position >= size { return (.end, []) }
    return need(now: now)
  }

  /// Bytes were taken: whoever brings what follows may go on, and if nobody does, somebody should begin.
  private mutating func goOn(now: Double) -> [Action] {
    guard let end = store.end(from: position) ?? (store.end(from: position - 1)) else { return [] }
    let reach = Int64(limits.reach)
    if let index = lanes.firstIndex(where: { $0.writeOffset <= end && end - $0.writeOffset <= reach }) {
      return advance(lane: index, now: now)
    }
    guard entity?.access == .ranges, failure == nil, let size, end < size, end - position < reach else { return [] }
    return ask(from: end, readOffset: position)
  }

  /// The reader stands at a place that a lane will reach.
  private mutating func advance(lane index: Int, now: Double) -> [Action] {
    uses += 1
    lanes[index].lastUse = uses
    let moved = position - lanes[index].readOffset
    if moved > 0 {
      // Twice as far ahead as was read on: a film has its full window after the first megabytes.
      lanes[index].window = min(ahead, lanes[index].window + Int(min(moved, Int64(ahead))))
    }
    lanes[index].readOffset = position
    // In bursts: a transfer that goes on for every packet would never let the machine rest.
    guard lanes[index].isPaused, lanes[index].writeOffset - position < Int64(lanes[index].window / 2) else { return [] }
    lanes[index].isPaused = false
    schedule.startOver(now: now)
    meter.resume(now: now)
    return [.resume(lane: lanes[index].identifier)]
  }

  private mutating func need(now: Double) -> (ReadResult, [Action]) {
    if let failure { return (.failed(failure), []) }
    let wasWaiting = isWaiting
    isWaiting = true
    let reach = entity?.access == .ranges ? Int64(limits.reach) : .max
    if let index = lanes.firstIndex(where: { $0.writeOffset <= position && position - $0.writeOffset <= reach }) {
      let actions = advance(lane: index, now: now)
      // What was tried while nobody needed it is no reason for impatience now.
      if !wasWaiting, !lanes[index].isAnswered { schedule.startOver(now: now) }
      return (.wait, actions)
    }
    if entity?.access == .live {
      // Only what comes now can be had.
      return (.wait, lanes.isEmpty ? ask(from: position) : [])
    }
    schedule.startOver(now: now)
    return (.wait, ask(from: position))
  }

  // MARK: Lanes

  private mutating func ask(from offset: Int64, readOffset: Int64? = nil) -> [Action] {
    var actions: [Action] = []
    let allowed = entity?.access == .ranges ? limits.lanes : 1
    while lanes.count >= allowed, let oldest = lanes.indices.min(by: { lanes[$0].lastUse < lanes[$1].lastUse }) {
      actions.append(.stop(lane: lanes.remove(at: oldest).identifier))
    }
    uses += 1
    laneCount += 1
    lanes.append(
      FetchLane(
        identifier: laneCount, writeOffset: offset, readOffset: readOffset ?? offset, window: limits.aheadAtFirst,
        lastUse: uses))
    return actions + [question(lanes[lanes.count - 1], after: 0, within: policy.limits.firstByte)]
  }

  mutating func question(_ lane: FetchLane, after delay: Double, within: Double) -> Action {
    requestCount += 1
    let canRange = entity.map { $0.access == .ranges } ?? true
    return .ask(
      lane: lane.identifier, offset: canRange ? lane.writeOffset : 0, after: delay, within: within,
      validator: lane.writeOffset > 0 && canRange ? entity?.validator : nil, plainly: asksPlainly || !canRange)
  }
}
