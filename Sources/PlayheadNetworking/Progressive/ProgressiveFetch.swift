import Foundation

/// Decides which bytes of a resource to request, and how to handle the responses. Performs nothing itself: takes events
/// with their times and returns actions.
///
///             ┌────────── need: too far from every request ──────────┐
///             ▼                                                   │
///      requested ──► answered ──► receiving ◄──► paused (far enough ahead)
///         ▲              │            │
///         │              ▼            ▼
///         └─ transient failure     complete, or failed: the failure is reported to a waiting reader
struct ProgressiveFetch: Sendable {
  /// An instruction to the source, which carries it out without the lock.
  enum Action: Sendable, Equatable {
    /// Request from `offset` on; the response must begin within `within` seconds.
    case sendRequest(request: Int, offset: Int64, after: Double, within: Double, validator: String?, withoutRange: Bool)
    /// Continue a paused transfer.
    case resume(request: Int)
    /// Cancel a transfer; the request no longer exists.
    case stop(request: Int)
  }

  /// The result of a read.
  enum ReadResult: Equatable {
    /// The number of bytes copied, greater than 0 unless the target is empty.
    case bytes(Int)
    /// The position is the end of the resource.
    case end
    /// The reader must report the failure.
    case failed(ByteSourceError)
    /// The reader must wait for the next event of the network.
    case wait
  }

  /// The limits of caching and read-ahead.
  let limits: FetchLimits
  /// The retries and time limits.
  let policy: RetryPolicy
  /// The failures since the last progress, and the reaction to the next one. Shared by all requests.
  var schedule: RetrySchedule
  /// The cached bytes.
  var store: RangeStore
  /// The properties of the resource; nil before the first response.
  var entity: Entity?
  /// The transfers and pending requests.
  var requests = ProgressiveRequests()
  /// The throughput and the bytes received.
  var meter = ThroughputMeter()
  /// The requested read-ahead; nil for the limits' default.
  var requestedReadAhead: Int?
  /// The announced titles of an internet radio.
  var titles = StreamTitleHistory()
  /// The offset of the next byte to read.
  var position: Int64 = 0
  /// The failure that the reader receives, until it starts over.
  var failure: ByteSourceError?
  /// Whether the reader waits for bytes: only then a failure counts.
  var isWaiting = false
  /// The URL after redirections. Requesting it directly is faster, and a signed URL is valid for the whole playback.
  var location: URL?
  /// Whether requests omit the range, because the server rejected a range of the whole resource.
  var omitsRange = false
  /// The offset at which a whole response last ended before its declared length.
  var prematureEnd: Int64?

  /// Creates a fetch that has not sent a request.
  ///
  /// - Parameter now: Seconds of `NetworkTime`, as in all methods.
  init(limits: FetchLimits, policy: RetryPolicy, now: Double) {
    self.limits = limits
    self.policy = policy
    schedule = RetrySchedule(policy, now: now)
    store = RangeStore(limit: limits.store, backLimit: limits.back)
  }

  var size: Int64? { entity?.size }

  /// The read-ahead: enough to avoid waiting for every packet, and within the store's capacity.
  private var readAhead: Int {
    requestedReadAhead.map { max(limits.reach, min($0, limits.store - limits.back)) } ?? limits.readAhead
  }

  /// A resource without ranges is seekable if the store can hold all of it.
  var isSeekable: Bool {
    switch entity?.access {
    case .ranges: true
    case .whole: size.map { $0 <= Int64(limits.store) } ?? false
    case .live, nil: false
    }
  }

  // MARK: Reader events

  /// Requests the beginning, whose response determines everything else.
  mutating func open(now: Double) -> [Action] {
    guard requests.isEmpty, entity == nil, failure == nil else { return [] }
    isWaiting = true
    schedule.startOver(now: now)
    return sendRequest(from: 0)
  }

  /// Clears a failure, so that the next read tries again.
  mutating func startOver() {
    failure = nil
    isWaiting = false
  }

  /// Copies cached bytes at the position; otherwise ensures that a request will deliver them.
  mutating func read(into target: UnsafeMutableRawBufferPointer, now: Double) -> (ReadResult, [Action]) {
    if target.isEmpty { return (.bytes(0), []) }
    let count = store.read(at: position, into: target)
    if count > 0 {
      position += Int64(count)
      isWaiting = false
      return (.bytes(count), continueReading(now: now))
    }
    if let size, position >= size { return (.end, []) }
    return need(now: now)
  }

  /// Continues after a read: resumes the request that delivers the following bytes, or starts one.
  private mutating func continueReading(now: Double) -> [Action] {
    guard let end = store.end(from: position) ?? (store.end(from: position - 1)) else { return [] }
    let reach = Int64(limits.reach)
    if let index = requests.index(reaching: end, within: reach) {
      return advance(request: index, now: now)
    }
    guard entity?.access == .ranges, failure == nil, let size, end < size, end - position < reach else { return [] }
    return sendRequest(from: end, readOffset: position)
  }

  /// Handles a read position that a request will reach.
  private mutating func advance(request index: Int, now: Double) -> [Action] {
    requests.use(index)
    let moved = position - requests[index].readOffset
    if moved > 0 {
      // Grow the window by the bytes read: sequential reading reaches the full window after the first megabytes.
      requests[index].window = min(readAhead, requests[index].window + Int(min(moved, Int64(readAhead))))
    }
    requests[index].readOffset = position
    // Resume in bursts: resuming for every packet would keep the machine from idling.
    guard requests[index].isPaused, requests[index].writeOffset - position < Int64(requests[index].window / 2) else {
      return []
    }
    requests[index].isPaused = false
    schedule.startOver(now: now)
    meter.resume(now: now)
    return [.resume(request: requests[index].identifier)]
  }

  /// Ensures that a request will deliver the bytes at the position, unless the fetch has failed.
  private mutating func need(now: Double) -> (ReadResult, [Action]) {
    if let failure { return (.failed(failure), []) }
    let wasWaiting = isWaiting
    isWaiting = true
    let reach = entity?.access == .ranges ? Int64(limits.reach) : .max
    if let index = requests.index(reaching: position, within: reach) {
      let actions = advance(request: index, now: now)
      // Failed attempts while no reader waited do not count against the new wait.
      if !wasWaiting, !requests[index].isAnswered { schedule.startOver(now: now) }
      return (.wait, actions)
    }
    if entity?.access == .live {
      // Only current data is available.
      return (.wait, requests.isEmpty ? sendRequest(from: position) : [])
    }
    schedule.startOver(now: now)
    return (.wait, sendRequest(from: position))
  }

  // MARK: Requests

  /// Starts a request at an offset; stops the least recently used ones beyond the limit.
  private mutating func sendRequest(from offset: Int64, readOffset: Int64? = nil) -> [Action] {
    let stopped = requests.removeOldest(untilFewerThan: entity?.access == .ranges ? limits.requests : 1)
    let request = requests.add(from: offset, readOffset: readOffset ?? offset, window: limits.initialReadAhead)
    return stopped.map { Action.stop(request: $0) } + [
      requestAction(request, after: 0, within: policy.limits.firstByte)
    ]
  }

  /// The request of a request: with a range, unless the server does not support it.
  func requestAction(_ request: ProgressiveRequest, after delay: Double, within: Double) -> Action {
    let canRange = entity.map { $0.access == .ranges } ?? true
    return .sendRequest(
      request: request.identifier, offset: canRange ? request.writeOffset : 0, after: delay, within: within,
      validator: request.writeOffset > 0 && canRange ? entity?.validator : nil, withoutRange: omitsRange || !canRange)
  }
}
