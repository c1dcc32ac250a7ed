/// The transfers and pending requests of one resource. Pure.
///
/// Numbers every request, so that events of older requests are recognised, and tracks which one the reader used last.
struct ProgressiveRequests: Sendable {
  /// The requests in the order in which they were sent.
  private var requests: [ProgressiveRequest] = []
  /// The number of requests sent so far.
  private(set) var requestCount = 0
  /// The number of uses of requests so far, to find the least recently used one.
  private var uses = 0

  /// Whether nothing is requested.
  var isEmpty: Bool { requests.isEmpty }
  /// Whether every request waits because its read-ahead has reached its limit.
  var areAllPaused: Bool { requests.allSatisfy(\.isPaused) }

  /// A request by its index, which is valid until a request is added or removed.
  subscript(index: Int) -> ProgressiveRequest {
    get { requests[index] }
    _modify { yield &requests[index] }
  }

  /// The index of a request by its identifier; nil if it does not exist any more.
  func index(of identifier: Int) -> Int? { requests.firstIndex { $0.identifier == identifier } }

  /// The index of a request that will deliver the byte at an offset, and is at most `reach` bytes before it.
  func index(reaching offset: Int64, within reach: Int64) -> Int? {
    requests.firstIndex { $0.writeOffset <= offset && offset - $0.writeOffset <= reach }
  }

  /// Notes that the reader uses a request.
  mutating func use(_ index: Int) {
    uses += 1
    requests[index].lastUse = uses
  }

  /// Adds a request that has not been sent yet.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first byte to request.
  ///   - readOffset: The position of the reader.
  ///   - window: The maximum distance ahead of the reader at first.
  mutating func add(from offset: Int64, readOffset: Int64, window: Int) -> ProgressiveRequest {
    uses += 1
    requestCount += 1
    let request = ProgressiveRequest(
      identifier: requestCount, writeOffset: offset, readOffset: readOffset, window: window, lastUse: uses)
    requests.append(request)
    return request
  }

  /// Replaces a request by a new one, from the next byte to receive.
  mutating func restart(_ index: Int) -> ProgressiveRequest {
    requestCount += 1
    let old = requests.remove(at: index)
    let request = ProgressiveRequest(
      identifier: requestCount, writeOffset: old.writeOffset, readOffset: old.readOffset, window: old.window,
      lastUse: old.lastUse)
    requests.append(request)
    return request
  }

  /// Removes a request.
  mutating func remove(_ index: Int) { requests.remove(at: index) }

  /// Removes the least recently used requests until there are fewer than a number.
  ///
  /// - Returns: The identifiers of the removed ones.
  mutating func removeOldest(untilFewerThan allowed: Int) -> [Int] {
    var removed: [Int] = []
    while requests.count >= allowed,
      let oldest = requests.indices.min(by: { requests[$0].lastUse < requests[$1].lastUse })
    {
      removed.append(requests.remove(at: oldest).identifier)
    }
    return removed
  }
}
