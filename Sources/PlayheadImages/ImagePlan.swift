import CoreMedia

/// Sorts image requests into groups that are processed in one pass each, and orders the groups.
///
/// A group contains the requests that follow one sync sample. Ascending requests stay in their order whatever their
/// number. Others are sorted in windows: answers are delivered in the order of the requests, so early ones wait in
/// memory.
struct ImagePlan: Sendable {
  /// A request in the plan.
  struct Request: Sendable, Equatable {
    /// The index in the caller's list.
    var index: Int
    /// The target time in the resource, which tolerances and the end of the resource may have moved.
    var time: CMTime
    /// Whether it is after the end declared by the header: only a frame that lasts as long answers it.
    var isBeyondEnd = false
  }

  /// The frame that answers a request.
  enum Kind: Sendable, Equatable {
    /// The sync sample at or before the time, decoded on its own.
    case sync
    /// The frame that covers the time.
    case covering
  }

  /// Requests that are processed in one pass.
  struct Group: Sendable, Equatable {
    /// How all requests of the group are answered.
    var kind: Kind
    /// The sync sample that all of them follow; nil without an index.
    var syncTime: CMTime?
    /// Ascending in time.
    var requests: [Request]
  }

  /// In the order of their processing.
  private(set) var groups: [Group] = []

  /// Without an index, requests as close as this share a pass: another seek would cost as much.
  static let longestGap = CMTime(value: 2, timescale: 1)
  /// Without an index, a pass ends after this duration, so that several threads have work.
  static let longestPass = CMTime(value: 10, timescale: 1)

  /// - Parameters:
  ///   - windowSize: How many unordered requests are sorted together.
  ///   - isSequential: Whether the source can only be read from start to end.
  ///   - syncTime: Returns the time of the last sync sample at or before a time; nil if unknown.
  init(
    _ requests: [Request], toleranceBefore: CMTime, windowSize: Int, isSequential: Bool = false,
    syncTime: (CMTime) -> CMTime?
  ) {
    let isAscending = zip(requests, requests.dropFirst()).allSatisfy { $0.time <= $1.time }
    let size = isAscending || isSequential ? max(1, requests.count) : max(1, windowSize)
    for start in stride(from: 0, to: requests.count, by: size) {
      let window = requests[start..<min(requests.count, start + size)]
      var made: [Group] = []
      for request in window.sorted(by: { ($0.time, $0.index) < ($1.time, $1.index) }) {
        let sync = isSequential ? nil : syncTime(request.time)
        let kind = isSequential ? .covering : Self.kind(request.time, sync: sync, toleranceBefore: toleranceBefore)
        if let last = made.indices.last, isSequential || made[last].takes(request, kind: kind, sync: sync) {
          made[last].requests.append(request)
        } else {
          made.append(Group(kind: kind, syncTime: sync, requests: [request]))
        }
      }
      if !isAscending { made.sort { $0.firstIndex < $1.firstIndex } }
      groups += made
    }
  }

  /// Without an index, the sync sample is read before its distance is known.
  private static func kind(_ time: CMTime, sync: CMTime?, toleranceBefore: CMTime) -> Kind {
    guard toleranceBefore > .zero else { return .covering }
    guard let sync, toleranceBefore != .positiveInfinity else { return .sync }
    return sync >= time - toleranceBefore ? .sync : .covering
  }
}

extension ImagePlan.Group {
  /// Whether a request can join the group: it has the same kind, and the same sync sample or, without an index, a time
  /// near the group's.
  fileprivate func takes(_ request: ImagePlan.Request, kind: ImagePlan.Kind, sync: CMTime?) -> Bool {
    guard kind == self.kind, let first = requests.first, let last = requests.last else { return false }
    if let sync, let syncTime { return sync == syncTime }
    return kind == .covering && sync == nil && syncTime == nil && request.time - last.time <= ImagePlan.longestGap
      && request.time - first.time <= ImagePlan.longestPass
  }

  /// The lowest index in the caller's list, by which groups are ordered.
  fileprivate var firstIndex: Int { requests.map(\.index).min() ?? 0 }
}
