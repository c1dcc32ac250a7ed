import CoreMedia
import PlayheadClock
import PlayheadText

/// A list of cues ordered by start, searchable by time. Each cue has a permanent number.
struct CueList: Sendable {
  /// A cue with its place in the list.
  private struct Entry: Sendable {
    /// Permanent and unique in the list; a cue that is closed retains it.
    var number: Int
    /// The end of an open cue is provisional.
    var cue: Cue
    /// The latest end of this cue and all before it.
    var latestEnd: CMTime
    /// Whether its end is not known yet.
    var isOpen = false
  }

  /// Distinguishes a cue that is read again from another one with the same text.
  struct Identity: Hashable {
    /// The start in nanoseconds.
    var start: Int64
    /// The end in nanoseconds; a cue that is read again with another end is another cue.
    var end: Int64
    /// A hash of the text and of the sizes and positions of bitmaps.
    var text: Int

    /// Computes the identity of a cue. Valid within the process.
    init(_ cue: Cue) {
      var hasher = Hasher()
      hasher.combine(cue.source)
      hasher.combine(cue.typeset)
      for bitmap in cue.bitmaps { hasher.combine(bitmap.pixels.count &* 31 &+ bitmap.x &+ bitmap.y) }
      (start, end, text) = (cue.start.nanoseconds, cue.end.nanoseconds, hasher.finalize())
    }
  }

  /// In order of the start; of equal starts, in order of addition.
  private var entries: [Entry] = []
  /// The identities of the cues as they were added, so that a cue that is read again is found without a search.
  private var known: Set<Identity> = []
  /// The number of cues ever added, which is the number of the next one.
  private var count = 0
  /// The number of open cues; with none, the functions for open cues return at once.
  private var openCount = 0

  /// The limit of cues examined for one moment.
  private static let limit = 2000

  /// Whether the list has no cues at any time.
  var isEmpty: Bool { entries.isEmpty }
  /// All cues in order of their start.
  var cues: [Cue] { entries.map(\.cue) }

  /// The number of cues.
  var cueCount: Int { entries.count }

  /// Adds a cue. Returns false if the list contains it already.
  ///
  /// - Parameter isOpen: Whether the end of the cue is not known yet. `close` sets it.
  @discardableResult
  mutating func add(_ cue: Cue, isOpen: Bool = false) -> Bool {
    guard cue.start.isNumeric, cue.end > cue.start else { return false }
    guard known.insert(Identity(cue)).inserted else { return false }
    let index = place(after: cue.start)
    entries.insert(Entry(number: count, cue: cue, latestEnd: cue.end, isOpen: isOpen), at: index)
    count += 1
    openCount += isOpen ? 1 : 0
    updateEnds(from: index)
    return true
  }

  /// Sets the end of an open cue. Returns false if there is no such cue.
  mutating func close(_ cue: Cue) -> Bool {
    guard openCount > 0,
      let index = entries.lastIndex(where: { $0.isOpen && $0.cue.start == cue.start && $0.cue.source == cue.source })
    else { return false }
    entries[index].cue.end = cue.end
    entries[index].isOpen = false
    openCount -= 1
    known.insert(Identity(cue))
    updateEnds(from: index, through: entries.count)
    return true
  }

  /// Removes open cues except those in `retained`. Returns whether there were any.
  mutating func removeOpen(except retained: Set<Identity>) -> Bool {
    guard openCount > 0 else { return false }
    let count = entries.count
    entries.removeAll { entry in
      guard entry.isOpen, !retained.contains(Identity(entry.cue)) else { return false }
      known.remove(Identity(entry.cue))
      return true
    }
    guard entries.count < count else { return false }
    openCount -= count - entries.count
    updateEnds(from: 0, through: entries.count)
    return true
  }

  /// Updates the latest ends from an entry on: while they change, and at least up to `through`.
  private mutating func updateEnds(from index: Int, through: Int = 0) {
    var latest = index == 0 ? CMTime.negativeInfinity : entries[index - 1].latestEnd
    for later in index..<entries.count {
      latest = max(latest, entries[later].cue.end)
      if later > index, later >= through, entries[later].latestEnd == latest { break }
      entries[later].latestEnd = latest
    }
  }

  /// The index of the first cue that starts after `time`.
  private func place(after time: CMTime) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].cue.start <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The cues visible at a time, ordered by start. At most `limit` cues: those that start last.
  func active(at time: CMTime) -> [(number: Int, cue: Cue)] {
    var found: [(Int, Cue)] = []
    var index = place(after: time)
    while index > 0, found.count < Self.limit, entries[index - 1].latestEnd > time {
      index -= 1
      if entries[index].cue.end > time { found.append((entries[index].number, entries[index].cue)) }
    }
    return found.reversed()
  }

  /// The next time after `time` at which a cue starts or ends; nil if there is none.
  func nextChange(after time: CMTime) -> CMTime? {
    let place = place(after: time)
    var next = place < entries.count ? entries[place].cue.start : nil
    for (_, cue) in active(at: time) where cue.end.isNumeric { next = min(next ?? cue.end, cue.end) }
    return next
  }

  /// The last time before `time` at which a cue started or ended.
  func lastChange(before time: CMTime) -> CMTime? {
    var index = place(after: time)
    while index > 0, entries[index - 1].cue.start >= time { index -= 1 }
    guard index > 0 else { return nil }
    var last = entries[index - 1].cue.start
    for entry in entries[max(0, index - Self.limit)..<index] where entry.cue.end < time {
      last = max(last, entry.cue.end)
    }
    return last
  }

  /// Drops cues that ended before a time.
  mutating func forget(before time: CMTime) {
    // Latest ends stay valid: every remaining cue ends after all dropped ones.
    entries.removeAll { entry in
      guard entry.cue.end < time, !entry.isOpen else { return false }
      known.remove(Identity(entry.cue))
      return true
    }
  }

  /// Ends the last cue at `time`, the start of the next, if it has no end or is a bitmap: each of these replaces the
  /// previous one.
  mutating func endOpenCue(at time: CMTime) {
    guard let last = entries.indices.last(where: { entries[$0].cue.start < time }),
      entries[last].cue.end.isOver(by: time, isBitmap: !entries[last].cue.bitmaps.isEmpty)
    else { return }
    entries[last].cue.end = time
    updateEnds(from: last, through: entries.count)
  }
}

extension CMTime {
  /// Whether a cue with this end is replaced by a cue that starts at `time`.
  package func isOver(by time: CMTime, isBitmap: Bool) -> Bool {
    self == .positiveInfinity || (isBitmap && self > time)
  }
}
