/// The lanes of one resource: its transfers and pending requests. Pure.
///
/// Numbers every lane, so that events of an older request are recognised, and knows which lane the reader used last.
struct FetchLanes: Sendable {
  /// The lanes in the order of their requests.
  private var lanes: [FetchLane] = []
  /// The number of lanes so far, each of which sends one request.
  private(set) var requestCount = 0
  /// The number of uses of lanes so far, to find the least recently used one.
  private var uses = 0

  /// Whether nothing is requested.
  var isEmpty: Bool { lanes.isEmpty }
  /// Whether every lane waits because its read-ahead has reached its limit.
  var areAllPaused: Bool { lanes.allSatisfy(\.isPaused) }

  /// A lane by its index, which is valid until a lane is added or removed.
  subscript(index: Int) -> FetchLane {
    get { lanes[index] }
    _modify { yield &lanes[index] }
  }

  /// The index of a lane by its identifier; nil if it does not exist any more.
  func index(of identifier: Int) -> Int? { lanes.firstIndex { $0.identifier == identifier } }

  /// The index of a lane that will deliver the byte at an offset, and is at most `reach` bytes before it.
  func index(reaching offset: Int64, within reach: Int64) -> Int? {
    lanes.firstIndex { $0.writeOffset <= offset && offset - $0.writeOffset <= reach }
  }

  /// Notes that the reader uses a lane.
  mutating func use(_ index: Int) {
    uses += 1
    lanes[index].lastUse = uses
  }

  /// Adds a lane for a new request.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first byte to request.
  ///   - readOffset: The position of the reader.
  ///   - window: The maximum distance ahead of the reader at first.
  mutating func add(from offset: Int64, readOffset: Int64, window: Int) -> FetchLane {
    uses += 1
    requestCount += 1
    let lane = FetchLane(
      identifier: requestCount, writeOffset: offset, readOffset: readOffset, window: window, lastUse: uses)
    lanes.append(lane)
    return lane
  }

  /// Replaces a lane by one that sends its request again from the next byte to receive.
  mutating func restart(_ index: Int) -> FetchLane {
    requestCount += 1
    let old = lanes.remove(at: index)
    let lane = FetchLane(
      identifier: requestCount, writeOffset: old.writeOffset, readOffset: old.readOffset, window: old.window,
      lastUse: old.lastUse)
    lanes.append(lane)
    return lane
  }

  /// Removes a lane.
  mutating func remove(_ index: Int) { lanes.remove(at: index) }

  /// Removes the least recently used lanes until there are fewer than a number.
  ///
  /// - Returns: The identifiers of the removed ones.
  mutating func removeOldest(untilFewerThan allowed: Int) -> [Int] {
    var removed: [Int] = []
    while lanes.count >= allowed, let oldest = lanes.indices.min(by: { lanes[$0].lastUse < lanes[$1].lastUse }) {
      removed.append(lanes.remove(at: oldest).identifier)
    }
    return removed
  }
}
