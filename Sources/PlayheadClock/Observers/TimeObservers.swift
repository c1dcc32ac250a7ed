import CoreMedia
import PlayheadBasics

/// The times at which a time observer is called.
package enum TimeObservation: Sendable {
  /// At multiples of the interval on the item's timeline, at jumps, and when playing starts or stops.
  case periodic(CMTime)
  /// When one of these is crossed while playing.
  case boundary([CMTime])
}

/// The time observers of a player, and their due times between two positions.
package struct TimeObservers {
  /// The position up to which every observer has been called.
  package private(set) var position = CMTime.zero
  /// The observers in the order in which they were added.
  private var observations: [(identifier: Int, observation: TimeObservation)] = []

  /// No observers, at position zero.
  package init() {}

  /// Adds an observer.
  package mutating func add(_ observation: TimeObservation, identifier: Int) {
    observations.append((identifier, observation))
  }
  /// Removes an observer.
  package mutating func remove(_ identifier: Int) { observations.removeAll { $0.identifier == identifier } }

  /// Continues at another position. Times between the two are not due.
  package mutating func jump(to time: CMTime) { position = time }

  /// Moves the position in the direction of playback, and returns the due times that it passes, in their order. Returns
  /// none for a time in the other direction.
  package mutating func advance(to time: CMTime, isReversed: Bool) -> [(identifier: Int, time: CMTime)] {
    guard isReversed ? time < position : time > position else { return [] }
    defer { position = time }
    return isReversed ? dueTimes(before: position, through: time) : dueTimes(after: position, through: time)
  }

  /// The next due time of any observer in the direction of playback.
  package func next(isReversed: Bool) -> CMTime? { isReversed ? next(before: position) : next(after: position) }

  /// The first due time of any observer after `time`.
  func next(after time: CMTime) -> CMTime? {
    observations.compactMap { Self.next($0.observation, after: time) }.min()
  }

  /// Every due time later than `start` and not later than `end`, in order.
  ///
  /// - Returns: At most `limit` times for each call: later ones are skipped if the position has moved far ahead.
  func dueTimes(after start: CMTime, through end: CMTime) -> [(identifier: Int, time: CMTime)] {
    var result: [(identifier: Int, time: CMTime)] = []
    for (identifier, observation) in observations {
      var time = start
      while let next = Self.next(observation, after: time), next <= end, result.count < Self.limit {
        result.append((identifier, next))
        time = next
      }
    }
    return result.sorted { $0.time < $1.time }
  }

  /// The last due time of any observer before `time`, for reverse playback.
  func next(before time: CMTime) -> CMTime? {
    observations.compactMap { Self.next($0.observation, before: time) }.max()
  }

  /// Every due time before `start` and not before `end`, latest first, for reverse playback.
  func dueTimes(before start: CMTime, through end: CMTime) -> [(identifier: Int, time: CMTime)] {
    var result: [(identifier: Int, time: CMTime)] = []
    for (identifier, observation) in observations {
      var time = start
      while let next = Self.next(observation, before: time), next >= end, result.count < Self.limit {
        result.append((identifier, next))
        time = next
      }
    }
    return result.sorted { $0.time > $1.time }
  }

  /// The maximum number of calls at once for a position that has moved far ahead.
  private static let limit = 10_000

  /// The observers called when the position jumps, and when playback starts and stops.
  package var periodicIdentifiers: [Int] {
    observations.compactMap { if case .periodic = $0.observation { $0.identifier } else { nil } }
  }

  /// The last due time before `time`; nil if there is none at or after zero.
  private static func next(_ observation: TimeObservation, before time: CMTime) -> CMTime? {
    switch observation {
    case .boundary(let times): return times.filter { $0 < time }.max()
    case .periodic(let interval):
      guard let following = next(observation, after: time), interval.isNumeric else { return nil }
      // The multiple after `time`, minus one interval, is not after it; if it equals `time`, minus one more.
      let last = following - interval
      let result = last < time ? last : last - interval
      return result >= .zero ? result : nil
    }
  }

  /// The first due time after `time`. Nil after the last boundary, and for an interval that is not positive.
  private static func next(_ observation: TimeObservation, after time: CMTime) -> CMTime? {
    switch observation {
    case .boundary(let times): return times.filter { $0 > time }.min()
    case .periodic(let interval):
      guard interval.isNumeric, interval > .zero, time.isNumeric else { return nil }
      // Exact while the multiple is representable: intervals are rational, and so are their multiples.
      let count = (time.seconds / interval.seconds).rounded(.down)
      guard count.isFinite, abs(count) < 1e15 else { return nil }
      var multiple = Int64(saturating: count)
      while let candidate = interval.times(multiple), candidate <= time { multiple += 1 }
      while let earlier = interval.times(multiple - 1), earlier > time { multiple -= 1 }
      return interval.times(multiple)
    }
  }
}

extension CMTime {
  /// The exact multiple; nil if it is not representable.
  fileprivate func times(_ factor: Int64) -> CMTime? {
    let (product, overflow) = value.multipliedReportingOverflow(by: factor)
    return overflow ? nil : CMTime(value: product, timescale: timescale)
  }
}
