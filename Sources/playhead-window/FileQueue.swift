import PlayheadPlaylists

/// The files to play, the order in which they are played, and the current one.
struct FileQueue: Equatable {
  /// The files in the order of the list: paths and addresses, with the titles and durations of playlist files.
  private(set) var entries: [PlaylistEntry]
  /// Whether the first file follows the last one.
  var loops: Bool
  /// Whether the files are played in a random order. The list keeps its own.
  private(set) var isShuffled = false
  /// The messages of files that could not be played, by their location.
  private(set) var failures: [String: String] = [:]
  /// The indices of `entries` in the order of playback.
  private var order: [Int]
  /// The index in `order` of the current file; -1 before the first, the count after the last.
  private var place = -1
  /// Whether a file of this round could be played. A round without one must not be repeated endlessly.
  private var hasPlayedInRound = false
  /// Whether any file could be played so far.
  private(set) var hasPlayed = false

  /// Creates a queue before its first file.
  init(_ entries: [PlaylistEntry], loops: Bool) {
    self.entries = entries
    self.loops = loops
    order = Array(entries.indices)
  }

  /// The display name of a file: the title in the playlist file, or else the file's name. nil if there is no such file.
  func name(at index: Int) -> String? {
    guard entries.indices.contains(index) else { return nil }
    return entries[index].title ?? MediaList.name(of: entries[index].location)
  }

  /// The index of the current file; nil before the first and after the last.
  var position: Int? { order.indices.contains(place) ? order[place] : nil }
  /// The current file; nil before the first and after the last.
  var current: String? { position.map { entries[$0].location } }
  /// Whether a file follows the current one. In a looping queue of several files one always does.
  var hasNext: Bool { place + 1 < order.count || loops && order.count > 1 }
  /// Whether there is a file before the current one. The queue does not loop backwards.
  var hasPrevious: Bool { place > 0 && !order.isEmpty }

  // MARK: Playing

  /// Advances to the next file, and from the last one to the first if looping.
  mutating func advance() -> String? {
    place += 1
    if place >= order.count, loops, hasPlayedInRound {
      place = 0
      hasPlayedInRound = false
    }
    place = min(place, order.count)
    return current
  }

  /// Makes the previous file current; at the first one it stays there. nil if the queue is empty.
  mutating func goBack() -> String? {
    place = max(0, min(place, order.count) - 1)
    return current
  }

  /// Makes the file at `index` of the list current; nil if there is none.
  mutating func jump(to index: Int) -> String? {
    guard let place = order.firstIndex(of: index) else { return nil }
    self.place = place
    return current
  }

  /// Records that the current file could be played.
  mutating func notePlayed() {
    hasPlayedInRound = true
    hasPlayed = true
    if let current { failures[current] = nil }
  }

  /// Records the duration of the current file in seconds.
  mutating func noteDuration(_ seconds: Double) {
    guard let position, seconds.isFinite, seconds > 0 else { return }
    entries[position].duration = seconds
  }

  /// Records the message of the current file's failure. The file stays in the list.
  mutating func noteFailure(_ message: String) {
    if let current { failures[current] = message }
  }

  /// Plays the files after the current one in a random order, or in the order of the list again.
  mutating func setShuffled(_ isShuffled: Bool, using generator: inout some RandomNumberGenerator) {
    guard isShuffled != self.isShuffled else { return }
    self.isShuffled = isShuffled
    let position = position
    let isAtEnd = place >= order.count
    order = Array(entries.indices)
    if isShuffled {
      order.shuffle(using: &generator)
      if let position, let index = order.firstIndex(of: position) { order.swapAt(0, index) }
      place = position == nil ? (isAtEnd ? order.count : -1) : 0
    } else {
      place = position ?? (isAtEnd ? order.count : -1)
    }
  }

  // MARK: Editing

  /// Appends files; the current one stays. In a random order they come last.
  mutating func append(_ more: [PlaylistEntry]) {
    let isAtEnd = place >= order.count
    order += entries.count..<(entries.count + more.count)
    entries += more
    if isAtEnd { place = order.count - more.count - 1 }
  }

  /// Replaces the files; none of them is current. They are played in the order of the list.
  mutating func replace(with entries: [PlaylistEntry]) {
    let before = self
    self = FileQueue(entries, loops: before.loops)
    hasPlayed = before.hasPlayed
  }

  /// Removes the file at `index` of the list. If it is the current one, the file before it becomes current, so that
  /// `advance` leads to the one after it. Returns whether it was the current one.
  mutating func remove(at index: Int) -> Bool {
    guard entries.indices.contains(index), let removed = order.firstIndex(of: index) else { return false }
    let isCurrent = removed == place
    let location = entries.remove(at: index).location
    if !entries.contains(where: { $0.location == location }) { failures[location] = nil }
    order.remove(at: removed)
    for place in order.indices where order[place] > index { order[place] -= 1 }
    if removed <= place { place -= 1 }
    return isCurrent
  }

  /// Moves a file of the list to the index that it has afterwards. The current file stays current.
  mutating func move(from source: Int, to target: Int) {
    guard source != target, entries.indices.contains(source), entries.indices.contains(target) else { return }
    let position = position
    let isAtEnd = place >= order.count
    /// The index of a file after the move.
    func moved(_ index: Int) -> Int {
      if index == source { return target }
      let closed = index > source ? index - 1 : index
      return closed >= target ? closed + 1 : closed
    }
    entries.insert(entries.remove(at: source), at: target)
    guard !isShuffled else {
      order = order.map(moved)
      return
    }
    place = position.map(moved) ?? (isAtEnd ? order.count : place)
  }
}
