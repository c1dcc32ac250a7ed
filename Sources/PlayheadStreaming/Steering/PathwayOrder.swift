/// Selects the pathway of variants (second edition §7): the first one in the server's order that has not failed
/// recently.
package struct PathwayOrder: Sendable, Equatable {
  /// The pathway of variants that declare none.
  package static let defaultPathway = "."

  /// All pathways, in playlist order.
  private let known: [String]
  /// The preferred pathways in descending order; may contain names that no variant has.
  private var priority: [String]
  /// The end of the penalty of each failed pathway, in seconds of a monotonic clock.
  private var failedUntil: [String: Double] = [:]
  /// Seconds for which a failed pathway is not selected.
  static let penalty = 60.0

  /// `first`: the initial pathway, if the playlist declares one.
  ///
  /// - Parameter names: The pathway of each variant, in playlist order; repetitions are permitted.
  package init(_ names: [String], first: String? = nil) {
    var seen: Set<String> = []
    known = names.filter { seen.insert($0).inserted }
    priority = first.map { [$0] } ?? []
  }

  /// Sets the priority of a steering server. Unknown names are ignored.
  package mutating func prefer(_ names: [String]) { priority = names }

  /// Records that a request on a pathway failed. False if there is no other one that has not failed.
  ///
  /// - Parameter now: Seconds of a monotonic clock.
  package mutating func failed(_ name: String, at now: Double) -> Bool {
    guard known.count > 1 else { return false }
    failedUntil[name] = now + Self.penalty
    return known.contains { isUsable($0, now) }
  }

  /// The pathway to use now; nil if there are none.
  ///
  /// If all pathways have failed, the one with the highest priority.
  package func current(at now: Double) -> String? {
    let ordered = priority.filter(known.contains) + known.filter { !priority.contains($0) }
    return ordered.first { isUsable($0, now) } ?? ordered.first
  }

  /// Whether the pathway's penalty has elapsed, or it has never failed.
  private func isUsable(_ name: String, _ now: Double) -> Bool { (failedUntil[name] ?? 0) <= now }
}
