import CoreMedia
import PlayheadItems
import PlayheadStreaming

/// Decides which interstitial is due. Pure: maps positions to identifiers.
///
/// An interstitial is due when its time is crossed during forward playback, or equals the position at which playback
/// starts. Several at one time play in order before the item resumes. An interstitial that has played is not repeated
/// before the next seek.
struct InterstitialSchedule {
  /// An interstitial with its time in the item.
  private struct Entry: Equatable {
    /// The interstitial as the program or the stream declares it.
    var point: InterstitialPoint
    /// The time in the item; nil for those before and after the item.
    var time: CMTime?
  }

  /// All interstitials in order of time, and of declaration where times are equal. Those without a time count as zero.
  private var entries: [Entry] = []
  /// The start times of the stream's segments and the end of the last one; empty for a file.
  private var boundaries: [CMTime] = []
  /// The interstitials that have ever started, and those started since the last seek.
  private var played: Set<String> = []
  private var passed: Set<String> = []
  /// The interstitials that were announced for preloading. Each is announced once.
  private var announced: Set<String> = []
  /// The schedule has been evaluated up to here.
  private var position = CMTime.zero
  /// The interstitial that plays now.
  private(set) var current: String?
  /// The resumption offset of the interstitials that have played at this position.
  private var offset = CMTime.zero
  /// Whether any of those interstitials resumes the item at a segment boundary.
  private var snapsEnd = false

  /// Whether the item has no interstitials, played or not.
  var isEmpty: Bool { entries.isEmpty }

  /// Adopts the current interstitials. A new one before `position` is skipped.
  ///
  /// - Parameters:
  ///   - points: All interstitials of the item, in order of declaration.
  ///   - timeline: Maps dates to times; without it, interstitials at dates are ignored.
  ///   - position: The position of playback.
  mutating func adopt(_ points: [InterstitialPoint], _ timeline: PlaylistTimeline?, at position: CMTime) {
    boundaries = timeline.map { $0.starts + [$0.range.end] } ?? []
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

  /// An entry at `time`, or at the nearest segment boundary if the interstitial requests it. Never before zero.
  private func entry(_ point: InterstitialPoint, _ time: CMTime) -> Entry {
    Entry(point: point, time: max(.zero, point.snapsStart ? snapped(time) : time))
  }

  /// The segment boundary nearest to `time`; `time` itself without segments.
  private func snapped(_ time: CMTime) -> CMTime {
    boundaries.min { CMTimeAbsoluteValue($0 - time) < CMTimeAbsoluteValue($1 - time) } ?? time
  }

  /// Whether the interstitial is not due again: it has played since the last seek, or ever if it plays only once or has
  /// no time.
  private func isOver(_ entry: Entry) -> Bool {
    passed.contains(entry.point.id) || (entry.point.playsOnce && played.contains(entry.point.id))
  }

  /// The first pre-roll or post-roll that is not over.
  private func first(_ place: InterstitialPoint.Place) -> String? {
    entries.first { $0.point.place == place && !isOver($0) }?.point.id
  }

  /// The first interstitial at or after `position` that is not over. Ignores pre-rolls and post-rolls.
  private var nextEntry: Entry? {
    entries.first { entry in entry.time.map { $0 >= position } ?? false && !isOver(entry) }
  }

  /// The time of the next interruption of forward playback; nil if there is none.
  var nextTime: CMTime? { nextEntry?.time }

  /// The interstitial due at `position` or when playback starts there; nil if there is none.
  func due(at position: CMTime) -> String? {
    if let first = first(.beforeAll) { return first }
    guard let next = nextEntry, let time = next.time, time <= position else { return nil }
    return next.point.id
  }

  /// The interstitial due at the end of the item; nil if there is none.
  var dueAtEnd: String? { first(.afterAll) }

  /// The next interstitial, once, so that it can be preloaded.
  mutating func announce() -> String? {
    guard let next = nextEntry, announced.insert(next.point.id).inserted else { return nil }
    return next.point.id
  }
  /// Whether the next interstitial has been announced.
  var isNextAnnounced: Bool { nextEntry.map { announced.contains($0.point.id) } ?? true }

  /// Playback has reached `position` without an interruption.
  mutating func moved(to position: CMTime) { self.position = max(self.position, position) }

  /// A seek has moved the position.
  mutating func jumped(to position: CMTime) {
    self.position = position
    // Pre-rolls and post-rolls do not depend on the position.
    passed = passed.filter { id in entries.contains { $0.point.id == id && $0.time == nil } }
    offset = .zero
    snapsEnd = false
  }

  /// An interstitial starts.
  mutating func begin(_ id: String) {
    current = id
    played.insert(id)
    passed.insert(id)
  }

  /// The current interstitial is over. The item resumes `offset` after its position.
  mutating func end(offset: CMTime) {
    guard let id = current else { return }
    current = nil
    if offset.isNumeric { self.offset = self.offset + offset }
    snapsEnd = snapsEnd || entries.contains { $0.point.id == id && $0.point.snapsEnd }
  }

  /// The current interstitial was cancelled by a request of the client. It counts as played. The resumption offset of
  /// those before it is discarded.
  mutating func drop() {
    current = nil
    offset = .zero
    snapsEnd = false
  }

  /// The time at which the item resumes when everything at `place` has played; nil for `place` itself.
  mutating func resumption(from place: CMTime) -> CMTime? {
    var time = max(.zero, place + offset)
    if snapsEnd { time = snapped(time) }
    offset = .zero
    snapsEnd = false
    position = time
    return time == place ? nil : time
  }

  /// Whether the current interstitial refuses seeks past it until it is over.
  var currentConstrainsSeeking: Bool {
    entries.contains { $0.point.id == current && $0.point.constrainsSeeking }
  }

  /// Limits a seek to the first interstitial on its path that has not played yet and must be.
  ///
  /// - Parameters:
  ///   - target: The target of the seek. Only seeks forward are limited.
  ///   - position: The position before the seek.
  func constrained(_ target: CMTime, from position: CMTime) -> CMTime {
    let barrier = entries.first { entry in
      guard let time = entry.time, entry.point.constrainsSeeking, !played.contains(entry.point.id) else { return false }
      return position <= time && time < target
    }
    return barrier?.time ?? target
  }
}
