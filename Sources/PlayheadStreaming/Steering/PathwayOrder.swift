/// Which pathway variants are taken from (second edition §7): the first in the server's order that has not failed lately.
package struct PathwayOrder: Sendable, Equatable {
  /// Of variants that name none.
  package static let usual = "."

  /// All that there are, in the order of the playlist.
  private let known: [String]
  private var priority: [String]
  private var failedUntil: [String: Double] = [:]
  /// Seconds for which a pathway that failed is left alone.
  static let penalty = 60.0

  /// `first`: the one to begin with, where the playlist says so.
  package init(_ names: [String], first: String? = nil) {
    var seen: Set<String> = []
    known = names.filter { seen.insert($0).inserted }
    priority = first.map { [$0] } ?? []
  }

  /// What a steering server says. Names that are not known are passed over.
  package mutating func prefer(_ names: [String]) { priority = names }

  /// Something of a pathway could not be had. False: there is no other one that has not failed.
  package mutating func failed(_ name: String, at now: Double) -> Bool {
    guard known.count > 1 else { return false }
    failedUntil[name] = now + Self.penalty
    return known.contains { isSound($0, now) }
  }

  /// The pathway to take now; nil where there are none.
  package func current(at now: Double) -> String? {
    let ordered = priority.filter(known.contains) + known.filter { !priority.contains($0) }
    return ordered.first { isSound($0, now) } ?? ordered.first
  }

  private func isSound(_ name: String, _ now: Double) -> Bool { (failedUntil[name] ?? 0) <= now }
}
