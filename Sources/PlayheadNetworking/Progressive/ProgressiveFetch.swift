import Foundation

/// Which bytes of one resource to ask for, and what becomes of the answers. It performs nothing: events go in with the time they
/// happened at, actions come out.
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
  var streamTitle: String?
  var position: Int64 = 0
  /// Why what the reader waits for does not come. Kept until somebody starts over.
  var failure: ByteSourceError?
  private(set) var isWaiting = false
  /// Where redirections led. Asking there again is quicker, and what a signed address was given for is the whole of the playing.
  var location: URL?
  var bytesReceived: Int64 = 0
  var requestCount = 0
  /// Whether the server has refused a range of the whole, so that ranges are not asked for.
  var asksPlainly = false
  private var laneCount = 0
  private var uses = 0
  /// Where a whole answer last ended before the length it had promised.
  private var shortEnd: Int64?

  init(limits: FetchLimits, policy: RetryPolicy, now: Double) {
    self.limits = limits
    self.policy = policy
    schedule = RetrySchedule(policy, now: now)
    store = RangeStore(limit: limits.store, backLimit: limits.back)
  }

  var size: Int64? { entity?.size }

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
      lanes[index].window = min(limits.ahead, lanes[index].window + Int(min(moved, Int64(limits.ahead))))
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

  private mutating func question(_ lane: FetchLane, after delay: Double, within: Double) -> Action {
    requestCount += 1
    let canRange = entity.map { $0.access == .ranges } ?? true
    return .ask(
      lane: lane.identifier, offset: canRange ? lane.writeOffset : 0, after: delay, within: within,
      validator: lane.writeOffset > 0 && canRange ? entity?.validator : nil, plainly: asksPlainly || !canRange)
  }

  // MARK: The network's events

  /// Whether the body of this answer is wanted.
  mutating func answered(lane identifier: Int, _ head: HTTPResponseHead, now: Double) -> (Bool, [Action]) {
    guard let index = lanes.firstIndex(where: { $0.identifier == identifier }) else { return (false, []) }
    lanes[index].isAnswered = true
    meter.resume(now: now)
    switch head.status {
    case 206: return accept(index, part: head)
    case 200...203: return accept(index, whole: head)
    case 204, 205:
      // RFC 9110 §15.3.5: there is nothing.
      entity = entity ?? Entity(head)
      entity?.size = 0
      lanes.remove(at: index)
      return (false, [])
    case 416: return refused(index, head, now: now)
    case 401, 403, 404, 410:
      guard location != nil else { break }
      // The place that redirections led to is gone, or no longer open to us: the address itself may know a new one.
      location = nil
      return (false, again(index, after: 0, within: policy.limits.firstByte))
    default: break
    }
    return (false, failed(index, .status(head.status, retryAfter: head.retryAfter), now: now))
  }

  private mutating func accept(_ index: Int, part head: HTTPResponseHead) -> (Bool, [Action]) {
    let answered = Entity(head)
    guard let bytes = head.contentRange?.bytes, bytes.lowerBound == lanes[index].writeOffset else {
      return (false, end(index, .network(.badAnswer("it is another part than the one asked for"))))
    }
    if let entity {
      guard entity.isSame(as: answered) else { return (false, end(index, .resourceChanged)) }
      self.entity?.access = .ranges
      self.entity?.size = entity.size ?? answered.size
    } else {
      entity = answered
    }
    return (true, [])
  }

  private mutating func accept(_ index: Int, whole head: HTTPResponseHead) -> (Bool, [Action]) {
    let answered = Entity(head)
    if let entity {
      guard entity.access == .live || entity.isSame(as: answered) else { return (false, end(index, .resourceChanged)) }
      if entity.access != .live, lanes[index].writeOffset > 0 {
        // The whole resource again, from its beginning.
        self.entity?.access = .whole
        lanes[index].skip = lanes[index].writeOffset
      }
    } else {
      entity = answered
    }
    lanes[index].titles = answered.titleInterval.flatMap(StreamTitleFilter.init)
    return (true, [])
  }

  /// The range does not exist (RFC 9110 §15.5.17): the resource is empty, or ends where it was asked to go on.
  private mutating func refused(_ index: Int, _ head: HTTPResponseHead, now: Double) -> (Bool, [Action]) {
    let offset = lanes[index].writeOffset
    let total = head.contentRange?.total
    if offset == 0, total == nil || total ?? 0 > 0, !asksPlainly {
      // Some servers refuse every range of what they make on the way.
      asksPlainly = true
      return (false, again(index, after: 0, within: policy.limits.firstByte))
    }
    guard total == offset || (total == nil && size == nil) else {
      return (false, failed(index, .status(416, retryAfter: nil), now: now))
    }
    entity = entity ?? Entity(head)
    entity?.size = offset
    lanes.remove(at: index)
    return (false, [])
  }

  /// Whether the piece was taken.
  mutating func received(lane identifier: Int, _ bytes: UnsafeRawBufferPointer, now: Double) -> (Bool, [Action]) {
    guard let index = lanes.firstIndex(where: { $0.identifier == identifier }) else { return (true, []) }
    if lanes[index].isFull {
      lanes[index].isPaused = true
      meter.pause()
      return (false, [])
    }
    let before = lanes[index].writeOffset
    meter.add(bytes.count, now: now)
    bytesReceived += Int64(bytes.count)
    let skipped = min(lanes[index].skip, Int64(bytes.count))
    lanes[index].skip -= skipped
    let rest = UnsafeRawBufferPointer(rebasing: bytes[Int(skipped)...])
    if lanes[index].titles != nil {
      let sound = lanes[index].titles?.filter(rest) ?? []
      if let title = lanes[index].titles?.title { streamTitle = title }
      sound.withUnsafeBytes { take($0, lane: index) }
    } else {
      take(rest, lane: index)
    }
    // Bytes that only repeat what was there are no progress.
    if lanes[index].writeOffset > before { schedule.received(now: now) }
    return (true, afterTaking(index))
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer, lane index: Int) {
    var bytes = bytes
    if let size {
      // More than the resource has is not the resource.
      bytes = UnsafeRawBufferPointer(
        rebasing: bytes[..<Int(max(0, min(Int64(bytes.count), size - lanes[index].writeOffset)))])
    }
    guard !bytes.isEmpty else { return }
    store.insert(bytes, at: lanes[index].writeOffset, position: position)
    lanes[index].writeOffset += Int64(bytes.count)
  }

  /// A lane that has come to what is there already has nothing left to bring, or goes on elsewhere when that is needed.
  private mutating func afterTaking(_ index: Int) -> [Action] {
    let lane = lanes[index]
    guard entity?.access == .ranges, let known = store.end(from: lane.writeOffset),
      known - lane.writeOffset > Int64(limits.reach)
    else { return [] }
    lanes.remove(at: index)
    return [.stop(lane: lane.identifier)]
  }

  mutating func ended(lane identifier: Int, _ failure: HTTPFailure?, now: Double) -> [Action] {
    guard let index = lanes.firstIndex(where: { $0.identifier == identifier }) else { return [] }
    meter.pause()
    let offset = lanes[index].writeOffset
    let isShort = size.map { offset < $0 } ?? false
    // An internet radio has no end: it was lost.
    let reason = failure ?? (entity?.access == .live || isShort ? .cutOff : nil)
    guard let reason else {
      if size == nil { entity?.size = offset }
      lanes.remove(at: index)
      return []
    }
    if reason == .cutOff, entity?.access == .whole, lanes[index].isAnswered {
      // A server without ranges cannot be asked what lies behind; when it stops at the same place twice, its length was wrong.
      if shortEnd == offset {
        entity?.size = offset
        lanes.remove(at: index)
        return []
      }
      shortEnd = offset
    }
    return failed(index, reason, now: now)
  }

  private mutating func failed(_ index: Int, _ failure: HTTPFailure, now: Double) -> [Action] {
    switch schedule.failed(failure, now: now) {
    case .giveUp: end(index, failure.asSourceError)
    case .retry(let after, let within): again(index, after: after, within: within)
    }
  }

  /// Asks once more for what a lane was to bring.
  private mutating func again(_ index: Int, after delay: Double, within: Double) -> [Action] {
    laneCount += 1
    let old = lanes.remove(at: index)
    let lane = FetchLane(
      identifier: laneCount, writeOffset: old.writeOffset, readOffset: old.readOffset, window: old.window,
      lastUse: old.lastUse)
    lanes.append(lane)
    return [question(lane, after: delay, within: within)]
  }

  /// Ends a lane. Its failure counts only if somebody waits: for anybody else there is time to try again.
  private mutating func end(_ index: Int, _ error: ByteSourceError) -> [Action] {
    if isWaiting { failure = error }
    lanes.remove(at: index)
    return []
  }
}

extension HTTPFailure {
  var asSourceError: ByteSourceError {
    switch self {
    case .cancelled: .cancelled
    case .timedOut(_, let seconds): .timedOut(seconds: Int(seconds.rounded(.up)))
    default: .network(self)
    }
  }
}
