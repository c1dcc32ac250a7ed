import CoreMedia

/// Decides which timed metadata is due for which listener. Pure: maps positions to groups.
///
/// In forward playback a group is due when the position plus the listener's advance reaches its start; after a jump,
/// first everything that is valid there. In reverse it is due when the position enters it at its end.
struct TimedMetadataScheduler {
  /// The state of delivery to one listener.
  private struct Turn {
    var listener: TimedMetadataFeed.Listener
    /// Delivery is complete up to here, except for groups that become known later.
    var through: CMTime
    /// The position at which delivery began. Groups that had ended by then are not delivered.
    var origin: CMTime
    /// The number of groups known at the last delivery.
    var seen: Int
    /// The groups valid at the last position; for reverse playback.
    var held: Set<Int> = []
  }

  private var turns: [Int: Turn] = [:]
  private var isReversed = false
  private var presentNumbers: [Int] = []
  /// The feed's revision at the last delivery, and the range of positions in which nothing is due at that revision.
  private var revision = -1
  private var quiet: (from: CMTime, until: CMTime?)?

  /// The metadata to deliver after a step.
  struct News {
    var due: [(listener: Int, groups: [TimedMetadata])] = []
    /// The metadata valid at the position; nil if unchanged.
    var present: [TimedMetadata]?
  }

  /// The position has jumped: everything that is valid there is delivered again.
  mutating func flush() {
    turns = [:]
    quiet = nil
  }

  /// Returns the metadata due at a position. Called at `next`, and whenever the feed or the position changes.
  mutating func take(_ feed: TimedMetadataFeed, at position: CMTime, isReversed: Bool) -> News {
    guard position.isNumeric, !isQuiet(feed, position, isReversed) else { return News() }
    let revision = feed.revision
    let (list, listeners) = feed.present
    if isReversed != self.isReversed { turn(to: isReversed, at: position, list) }
    var news = News()
    turns = turns.filter { listeners[$0.key] != nil }
    for (number, listener) in listeners.sorted(by: { $0.key < $1.key }) {
      let groups = take(number, listener, list, at: position)
      if !groups.isEmpty { news.due.append((number, groups)) }
    }
    let held = list.holding(at: position)
    if held.map(\.number) != presentNumbers {
      presentNumbers = held.map(\.number)
      news.present = held.map(\.group)
    }
    self.revision = revision
    quiet = (position, next(list, at: position))
    return news
  }

  /// The position at which metadata is due next, in the direction of playback; nil if unknown.
  var next: CMTime? { quiet?.until }

  /// Whether nothing can be due at `position`.
  private func isQuiet(_ feed: TimedMetadataFeed, _ position: CMTime, _ isReversed: Bool) -> Bool {
    guard let quiet, isReversed == self.isReversed, feed.revision == revision else { return false }
    guard let until = quiet.until else { return isReversed ? position <= quiet.from : position >= quiet.from }
    return isReversed ? position <= quiet.from && position > until : position >= quiet.from && position < until
  }

  /// Changes the direction of playback.
  private mutating func turn(to isReversed: Bool, at position: CMTime, _ list: TimedMetadataList) {
    self.isReversed = isReversed
    for number in turns.keys {
      guard var turn = turns[number] else { continue }
      let time = isReversed ? position - turn.listener.advance : position + turn.listener.advance
      turn.held = Set(list.holding(at: time).map(\.number))
      (turn.through, turn.origin, turn.seen) = (time, time, list.count)
      turns[number] = turn
    }
  }

  /// Returns the groups due for one listener, in order.
  private mutating func take(
    _ number: Int, _ listener: TimedMetadataFeed.Listener, _ list: TimedMetadataList, at position: CMTime
  ) -> [TimedMetadata] {
    let time = isReversed ? position - listener.advance : position + listener.advance
    guard var turn = turns[number], turn.listener.beginnings == listener.beginnings else {
      let held = list.holding(at: isReversed ? time : position)
      turns[number] = Turn(
        listener: listener, through: max(time, position), origin: position, seen: list.count,
        held: Set(held.map(\.number)))
      return (held + (isReversed ? [] : list.starting(after: position, through: time))).map(\.group)
    }
    defer { turns[number] = turn }
    turn.listener = listener
    if isReversed {
      let held = list.holding(at: time)
      defer { turn.held = Set(held.map(\.number)) }
      return held.filter { !turn.held.contains($0.number) }.map(\.group)
    }
    var entries = list.starting(after: turn.through, through: time)
    if list.count != turn.seen { entries = late(turn, list, at: position) + entries }
    turn.through = max(turn.through, time)
    turn.seen = list.count
    return entries.map(\.group)
  }

  /// The groups that became known after they were due.
  private func late(_ turn: Turn, _ list: TimedMetadataList, at position: CMTime) -> [TimedMetadataList.Entry] {
    let holding = Set(list.holding(at: position).map(\.number))
    return list.added(since: turn.seen).filter {
      $0.group.start <= turn.through && ($0.group.start > turn.origin || holding.contains($0.number))
    }
  }

  /// The position at which metadata is due next, in the direction of playback.
  private func next(_ list: TimedMetadataList, at position: CMTime) -> CMTime? {
    if isReversed {
      let moments = turns.values.map { turn in
        list.lastChange(before: position - turn.listener.advance).map { $0 + turn.listener.advance }
      }
      return (moments + [list.lastChange(before: position)]).compactMap { $0 }.max()
    }
    let moments = turns.values.map { turn in
      list.nextStart(after: turn.through).map { max($0 - turn.listener.advance, position) }
    }
    return (moments + [list.nextChange(after: position)]).compactMap { $0 }.min()
  }
}
