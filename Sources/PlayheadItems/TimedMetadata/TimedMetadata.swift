import CoreMedia
import PlayheadMedia

/// Metadata that is valid from a time of an item on: a sample of a metadata track, an ID3 tag of a stream, the title of
/// a broadcast.
package struct TimedMetadata: Sendable, Equatable {
  /// The start of its validity, on the item's timeline.
  package var start: CMTime
  /// The end of its validity; nil for the start of the next group of the same track.
  package var end: CMTime?
  /// The metadata items.
  package var tags: [MediaTag]
  /// The stream index of its track; nil if it belongs to the whole item.
  package var track: Int?

  /// Creates a group of timed metadata.
  package init(start: CMTime, end: CMTime? = nil, tags: [MediaTag], track: Int? = nil) {
    self.start = start
    self.end = end
    self.tags = tags
    self.track = track
  }
}

/// The known timed metadata of an item, in order of time.
package struct TimedMetadataList: Sendable {
  /// A group with its sequence number.
  package struct Entry: Sendable {
    /// A sequence number within the item: later groups have larger ones.
    package let number: Int
    /// The metadata.
    package let group: TimedMetadata
  }

  /// In order of their start; of equal starts, in order of addition.
  private(set) var entries: [Entry] = []
  /// How many groups were ever added. It is the number of the newest entry.
  package private(set) var count = 0

  /// A day of one tag every few seconds. In an endless stream the oldest are evicted.
  static let limit = 20_000

  /// Adds a group. Returns false if it is known already, as after seeking back, or has no time.
  mutating func add(_ group: TimedMetadata) -> Bool {
    guard group.start.isNumeric else { return false }
    let place = index(after: group.start)
    var index = place
    while index > 0, entries[index - 1].group.start == group.start {
      if entries[index - 1].group == group { return false }
      index -= 1
    }
    count += 1
    entries.insert(Entry(number: count, group: group), at: place)
    if entries.count > Self.limit { entries.removeFirst() }
    return true
  }

  /// The index of the first entry that begins after a time.
  private func index(after time: CMTime) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].group.start <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Removes the entries that ended before a time. Entries without a known end remain.
  mutating func forget(before time: CMTime) {
    entries = entries.indices.filter { end(ofEntryAt: $0).map { $0 >= time } ?? true }.map { entries[$0] }
  }

  /// The entries that begin after `start` and not after `end`.
  package func starting(after start: CMTime, through end: CMTime) -> [Entry] {
    guard start < end else { return [] }
    return Array(entries[index(after: start)..<index(after: end)])
  }

  /// The entries with a larger sequence number.
  package func added(since number: Int) -> [Entry] { entries.filter { $0.number > number } }

  /// The time at which an entry ends; nil if unknown.
  private func end(ofEntryAt index: Int) -> CMTime? {
    let group = entries[index].group
    if let end = group.end { return end }
    return entries[(index + 1)...].first { $0.group.track == group.track && $0.group.start > group.start }?.group.start
  }

  /// The entries that are valid at a time.
  package func valid(at time: CMTime) -> [Entry] {
    entries[..<index(after: time)].indices.filter { index in
      end(ofEntryAt: index).map { $0 > time } ?? true
    }.map { entries[$0] }
  }

  /// The time at which the next entry begins.
  package func nextStart(after time: CMTime) -> CMTime? {
    let index = index(after: time)
    return index < entries.count ? entries[index].group.start : nil
  }

  /// The time at which an entry begins or ends next.
  package func nextChange(after time: CMTime) -> CMTime? {
    let ends = entries[..<index(after: time)].compactMap { $0.group.end }.filter { $0 > time }
    return (ends + [nextStart(after: time)].compactMap { $0 }).min()
  }

  /// The last time before `time` at which an entry begins or ends, for reverse playback.
  package func lastChange(before time: CMTime) -> CMTime? {
    let changes = entries.flatMap { [$0.group.start, $0.group.end].compactMap { $0 } }
    return changes.filter { $0 < time }.max()
  }
}
