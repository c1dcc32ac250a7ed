import PlayheadPlaylists

/// The files to play, and the current one.
struct FileQueue: Equatable {
  /// The files in playback order: paths and addresses, with the titles and durations of playlist files.
  private(set) var entries: [PlaylistEntry]
  /// Whether the first file follows the last one.
  var loops: Bool
  /// The index of the current file; -1 before the first, the count after the last.
  private(set) var position = -1
  /// Whether a file of this round could be played. A round without one must not be repeated endlessly.
  private var hasPlayedInRound = false
  /// Whether any file could be played so far.
  private(set) var hasPlayed = false

  /// Creates a queue before its first file.
  init(_ entries: [PlaylistEntry], loops: Bool) {
    self.entries = entries
    self.loops = loops
  }

  /// The display name of a file: the title in the playlist file, or else the file's name. nil if there is no such file.
  func name(at index: Int) -> String? {
    guard entries.indices.contains(index) else { return nil }
    return entries[index].title ?? MediaList.name(of: entries[index].location)
  }

  /// The current file; nil before the first and after the last.
  var current: String? { entries.indices.contains(position) ? entries[position].location : nil }
  /// Whether a file follows the current one. In a looping queue of several files one always does.
  var hasNext: Bool { position + 1 < entries.count || loops && entries.count > 1 }
  /// Whether there is a file before the current one. The queue does not loop backwards.
  var hasPrevious: Bool { position > 0 && !entries.isEmpty }

  /// Advances to the next file, and from the last one to the first if looping.
  mutating func advance() -> String? {
    position += 1
    if position >= entries.count, loops, hasPlayedInRound {
      position = 0
      hasPlayedInRound = false
    }
    position = min(position, entries.count)
    return current
  }

  /// Makes the previous file current; at the first one it stays there. nil if the queue is empty.
  mutating func goBack() -> String? {
    position = max(0, min(position, entries.count) - 1)
    return current
  }

  /// Makes the file at `index` current; nil if there is none.
  mutating func jump(to index: Int) -> String? {
    guard entries.indices.contains(index) else { return nil }
    position = index
    return current
  }

  /// Appends files; the current one stays.
  mutating func append(_ more: [PlaylistEntry]) { entries += more }

  /// Replaces the files; none of them is current.
  mutating func replace(with entries: [PlaylistEntry]) {
    self.entries = entries
    position = -1
    hasPlayedInRound = false
  }

  /// Records that the current file could be played.
  mutating func notePlayed() {
    hasPlayedInRound = true
    hasPlayed = true
  }
}
