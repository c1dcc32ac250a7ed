import CoreMedia
import PlayheadStreaming

/// Which interstitial's turn it is. Pure: positions go in, identifiers come out.
///
/// One whose time is crossed while playing forward, or stands exactly where playing begins, is due. Several at one time are played in
/// their order before the item goes on. What was played here is not played again before somebody seeks.
struct InterstitialSchedule {
  private struct Entry: Equatable {
    var point: InterstitialPoint
    /// nil for those that have no time of their own.
    var time: CMTime?
  }

  private var entries: [Entry] = []
  private var borders: [CMTime] = []
  /// Those that have begun at any time, and those that have begun since the last seek.
  private var played: Set<String> = []
  private var passed: Set<String> = []
  private var announced: Set<String> = []
  /// Up to here everything was looked at.
  private var position = CMTime.zero
  /// The one that is played now.
  private(set) var current: String?
  /// By how much those played at this place move the position on.
  private var offset = CMTime.zero
  private var snapsEnd = false

  var isEmpty: Bool { entries.isEmpty }

  /// What there is now. Something new that lies before `position` is over.
  mutating func adopt(_ points: [InterstitialPoint], _ timeline: PlaylistTimeline?, at position: CMTime) {
    borders = timeline.map { $0.starts + [$0.range.end] } ?? []
    entries = points.compactMap { point in
      switch point.place {
      case .beforeAll, .afterAll: return Entry(point: point, time: nil)
      case .time(let time): return time.isNumeric ? entry(point, time) : nil
      case .date(let date): return timeline?.time(of: date).map { entry(point, $0) }
      }
    }.enumerated().sorted { a, b in
      (a.element.time ?? .zero, a.offset) < (b.element.time ?? .zero, b.offset)
    }.map(\.element)
    self.position = max(self.position, position)
  }

  private func entry(_ point: InterstitialPoint, _ time: CMTime) -> Entry {
    Entry(point: point, time: max(.zero, point.snapsStart ? snapped(time) : time))
  }

  private func snapped(_ time: CMTime) -> CMTime {
    borders.min { CMTimeAbsoluteValue($0 - time) < CMTimeAbsoluteValue($1 - time) } ?? time
  }

  private func isOver(_ entry: Entry) -> Bool {
    passed.contains(entry.point.id) || (entry.point.playsOnce && played.contains(entry.point.id))
  }

  private func first(_ place: InterstitialPoint.Place) -> String? {
    entries.first { $0.point.place == place && !isOver($0) }?.point.id
  }

  private var nextEntry: Entry? {
    entries.first { entry in entry.time.map { $0 >= position } ?? false && !isOver(entry) }
  }

  /// When playing forward is next interrupted; nil: not at all.
  var nextTime: CMTime? { nextEntry?.time }

  /// The one whose turn it is where playing stands at `position` or begins there; nil: none.
  func due(at position: CMTime) -> String? {
    if let first = first(.beforeAll) { return first }
    guard let next = nextEntry, let time = next.time, time <= position else { return nil }
    return next.point.id
  }

  /// The one whose turn it is where the item has been played; nil: none.
  var dueAtEnd: String? { first(.afterAll) }
  var hasAnyAtEnd: Bool { dueAtEnd != nil }

  /// The next one, once: it is to be got ready.
  mutating func announce() -> String? {
    guard let next = nextEntry, announced.insert(next.point.id).inserted else { return nil }
    return next.point.id
  }
  var isNextAnnounced: Bool { nextEntry.map { announced.contains($0.point.id) } ?? true }

  /// Playing has come here without an interruption.
  mutating func moved(to position: CMTime) { self.position = max(self.position, position) }

  /// Somebody has seeked.
  mutating func jumped(to position: CMTime) {
    self.position = position
    // What comes before all and after all is not a matter of the position.
    passed = passed.filter { id in entries.contains { $0.point.id == id && $0.time == nil } }
    offset = .zero
    snapsEnd = false
  }

  mutating func begin(_ id: String) {
    current = id
    played.insert(id)
    passed.insert(id)
  }

  /// It is over and the item is to go on by `offset` after its place.
  mutating func end(offset: CMTime) {
    guard let id = current else { return }
    current = nil
    if offset.isNumeric { self.offset = self.offset + offset }
    snapsEnd = snapsEnd || entries.contains { $0.point.id == id && $0.point.snapsEnd }
  }

  /// It is over because somebody wanted something else.
  mutating func drop() {
    current = nil
    offset = .zero
    snapsEnd = false
  }

  /// Where the item goes on, when everything at `place` was played; nil: where it stands.
  mutating func resumption(from place: CMTime) -> CMTime? {
    var time = max(.zero, place + offset)
    if snapsEnd { time = snapped(time) }
    offset = .zero
    snapsEnd = false
    position = time
    return time == place ? nil : time
  }

  /// Whether the one that is played forbids to go on after it before it is over.
  var currentConstrainsSeeking: Bool {
    entries.contains { $0.point.id == current && $0.point.constrainsSeeking }
  }

  /// Where a seek from one position to another may go: no further than to what was not played yet and must be.
  func constrained(_ target: CMTime, from position: CMTime) -> CMTime {
    let barrier = entries.first { entry in
      guard let time = entry.time, entry.point.constrainsSeeking, !played.contains(entry.point.id) else { return false }
      return position <= time && time < target
    }
    return barrier?.time ?? target
  }
}
