import CoreMedia
import PlayheadItems

/// Decides which timed metadata is due for which listener. Pure: maps positions to groups.
///
/// In forward playback a group is due when the position plus the listener's advance reaches its start; after a jump,
/// first everything that is valid there. In reverse it is due when the position enters it at its end.
struct TimedMetadataScheduler {
  /// The state of delivery to one listener.
  private struct ListenerState {
    /// The listener as of the last delivery.
    var listener: TimedMetadataFeed.Listener
    /// Delivery is complete up to here, except for groups that become known later.
    var through: CMTime
    /// The position at which delivery began. Groups that had ended by then are not delivered.
    var origin: CMTime
    /// The number of groups known at the last delivery.
    var seen: Int
    /// The groups valid at the last position; for reverse playback.
    var valid: Set<Int> = []
  }

  /// By the identifier of the listener. A listener without a state has received nothing since the last jump.
  private var states: [Int: ListenerState] = [:]
  /// The direction of playback at the last delivery.
  private var isReversed = false
  /// The sequence numbers of the groups that were reported as valid last.
  private var presentNumbers: [Int] = []
  /// The feed's revision at the last delivery, and the range of positions in which nothing is due at that revision.
  private var revision = -1
  private var quiet: (from: CMTime, until: CMTime?)?

  /// The metadata to deliver after a step.
  struct Delivery {
    /// The groups for each listener, in order of listeners and of time.
    var due: [(listener: Int, groups: [TimedMetadata])] = []
    /// The metadata valid at the position; nil if unchanged.
    var present: [TimedMetadata]?
  }

  /// The position has jumped: everything that is valid there is delivered again.
  mutating func flush() {
    states = [:]
    quiet = nil
  }

  /// Returns the metadata due at a position. Called at `next`, and whenever the feed or the position changes.
  ///
  /// - Parameters:
  ///   - feed: The feed of the item. The state of removed listeners is discarded.
  ///   - position: The position of playback. Nothing is due at a position that is not numeric.
  mutating func take(_ feed: TimedMetadataFeed, at position: CMTime, isReversed: Bool) -> Delivery {
    guard position.isNumeric, !isQuiet(feed, position, isReversed) else { return Delivery() }
    let revision = feed.revision
    let (list, listeners) = feed.present
    if isReversed != self.isReversed { changeDirection(to: isReversed, at: position, list) }
    var delivery = Delivery()
    states = states.filter { listeners[$0.key] != nil }
    for (number, listener) in listeners.sorted(by: { $0.key < $1.key }) {
      let groups = take(number, listener, list, at: position)
      if !groups.isEmpty { delivery.due.append((number, groups)) }
    }
    let valid = list.valid(at: position)
    if valid.map(\.number) != presentNumbers {
      presentNumbers = valid.map(\.number)
      delivery.present = valid.map(\.group)
    }
    self.revision = revision
    quiet = (position, next(list, at: position))
    return delivery
  }

  /// The position at which metadata is due next, in the direction of playback; nil if unknown.
  var next: CMTime? { quiet?.until }

  /// Whether nothing can be due at `position`.
  private func isQuiet(_ feed: TimedMetadataFeed, _ position: CMTime, _ isReversed: Bool) -> Bool {
    guard let quiet, isReversed == self.isReversed, feed.revision == revision else { return false }
    guard let until = quiet.until else { return isReversed ? position <= quiet.from : position >= quiet.from }
    return isReversed ? position <= quiet.from && position > until : position >= quiet.from && position < until
  }

  /// Changes the direction of playback. Groups that are valid at `position` count as delivered: only those entered in
  /// the new direction follow.
  private mutating func changeDirection(to isReversed: Bool, at position: CMTime, _ list: TimedMetadataList) {
    self.isReversed = isReversed
    for number in states.keys {
      guard var state = states[number] else { continue }
      let time = isReversed ? position - state.listener.advance : position + state.listener.advance
      state.valid = Set(list.valid(at: time).map(\.number))
      (state.through, state.origin, state.seen) = (time, time, list.count)
      states[number] = state
    }
  }

  /// Returns the groups due for one listener, in order.
  private mutating func take(
    _ number: Int, _ listener: TimedMetadataFeed.Listener, _ list: TimedMetadataList, at position: CMTime
  ) -> [TimedMetadata] {
    let time = isReversed ? position - listener.advance : position + listener.advance
    guard var state = states[number], state.listener.beginnings == listener.beginnings else {
      let valid = list.valid(at: isReversed ? time : position)
      states[number] = ListenerState(
        listener: listener, through: max(time, position), origin: position, seen: list.count,
        valid: Set(valid.map(\.number)))
      return (valid + (isReversed ? [] : list.starting(after: position, through: time))).map(\.group)
    }
    defer { states[number] = state }
    state.listener = listener
    if isReversed {
      let valid = list.valid(at: time)
      defer { state.valid = Set(valid.map(\.number)) }
      return valid.filter { !state.valid.contains($0.number) }.map(\.group)
    }
    var entries = list.starting(after: state.through, through: time)
    if list.count != state.seen { entries = late(state, list, at: position) + entries }
    state.through = max(state.through, time)
    state.seen = list.count
    return entries.map(\.group)
  }

  /// The groups that became known after they were due.
  private func late(_ state: ListenerState, _ list: TimedMetadataList, at position: CMTime) -> [TimedMetadataList.Entry]
  {
    let valid = Set(list.valid(at: position).map(\.number))
    return list.added(since: state.seen).filter {
      $0.group.start <= state.through && ($0.group.start > state.origin || valid.contains($0.number))
    }
  }

  /// The position at which metadata is due next, in the direction of playback.
  private func next(_ list: TimedMetadataList, at position: CMTime) -> CMTime? {
    if isReversed {
      let moments = states.values.map { state in
        list.lastChange(before: position - state.listener.advance).map { $0 + state.listener.advance }
      }
      return (moments + [list.lastChange(before: position)]).compactMap { $0 }.max()
    }
    let moments = states.values.map { state in
      list.nextStart(after: state.through).map { max($0 - state.listener.advance, position) }
    }
    return (moments + [list.nextChange(after: position)]).compactMap { $0 }.min()
  }
}
