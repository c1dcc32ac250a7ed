import PlayheadPlaylists
import Testing

@testable import playhead_window

@Suite("Next file")
struct FileQueueTests {
  /// A queue of files named by one letter each.
  private func queue(_ names: String, loops: Bool = false) -> FileQueue {
    FileQueue(names.map { PlaylistEntry(String($0)) }, loops: loops)
  }

  /// The files in the order in which they are played from here on.
  private func rest(_ queue: FileQueue) -> String {
    var (queue, played) = (queue, "")
    while let file = queue.advance() { played += file }
    return played
  }

  /// The files in the order of the list.
  private func list(_ queue: FileQueue) -> String { queue.entries.map(\.location).joined() }

  /// A generator with a known sequence (SplitMix64, Steele et al. 2014).
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  @Test("One after the other, and then none")
  func order() {
    var queue = queue("ab")
    #expect(queue.advance() == "a")
    queue.notePlayed()
    #expect(queue.advance() == "b")
    #expect(queue.advance() == nil)
    #expect(queue.advance() == nil)
    #expect(queue.hasPlayed)
    #expect(queue.goBack() == "b")
  }

  @Test("A loop repeats while a file plays")
  func loop() {
    var queue = queue("ab", loops: true)
    _ = queue.advance()
    queue.notePlayed()
    #expect(queue.advance() == "b")
    #expect(queue.advance() == "a")
    #expect(queue.advance() == "b")
    #expect(queue.advance() == nil)
  }

  @Test func shufflingPlaysEachOtherFileOnceAndKeepsTheList() {
    for seed in 0..<50 {
      var generator = Generator(state: UInt64(seed))
      var queue = queue("abcdef")
      _ = queue.jump(to: 2)
      queue.setShuffled(true, using: &generator)
      #expect(queue.current == "c")
      #expect(list(queue) == "abcdef")
      #expect(rest(queue).sorted() == Array("abdef"))
      _ = queue.advance()
      let current = queue.position
      queue.setShuffled(false, using: &generator)
      #expect(queue.position == current)
      #expect(rest(queue) == String("abcdef".dropFirst((current ?? 0) + 1)))
    }
  }

  @Test func shufflingBeforeTheFirstOrAfterTheLastFilePlaysAllOrNone() {
    var generator = Generator(state: 7)
    var queue = queue("abc")
    queue.setShuffled(true, using: &generator)
    #expect(rest(queue).sorted() == ["a", "b", "c"])
    while queue.advance() != nil {}
    queue.setShuffled(false, using: &generator)
    #expect(rest(queue) == "")
  }

  @Test func movingAFileKeepsTheCurrentOne() {
    for source in 0..<4 {
      for target in 0..<4 {
        var queue = queue("abcd")
        _ = queue.jump(to: 1)
        queue.move(from: source, to: target)
        var expected = Array("abcd")
        expected.insert(expected.remove(at: source), at: target)
        #expect(list(queue) == String(expected))
        #expect(queue.current == "b")
        #expect(rest(queue) == String(expected.drop { $0 != "b" }.dropFirst()))
      }
    }
    var queue = queue("ab")
    queue.move(from: 0, to: 5)
    queue.move(from: -1, to: 0)
    #expect(list(queue) == "ab")
  }

  @Test func removingOtherFilesKeepsTheCurrentOne() {
    for removed in [0, 2, 3] {
      var queue = queue("abcd")
      _ = queue.jump(to: 1)
      let wasCurrent = queue.remove(at: removed)
      #expect(!wasCurrent)
      #expect(queue.current == "b")
    }
  }

  @Test func removingTheCurrentFileLeadsToTheOneAfterIt() {
    var queue = queue("abc")
    _ = queue.jump(to: 1)
    let wasCurrent = queue.remove(at: 1)
    #expect(wasCurrent)
    #expect(rest(queue) == "c")
    _ = queue.jump(to: 0)
    _ = queue.remove(at: 0)
    #expect(queue.current == nil)
    #expect(rest(queue) == "c")
    let isInList = queue.remove(at: 9)
    #expect(!isInList)
  }

  @Test func filesAppendedAfterTheEndAreNext() {
    var queue = queue("a")
    while queue.advance() != nil {}
    queue.append([PlaylistEntry("b")])
    #expect(queue.advance() == "b")
  }

  @Test func failedFilesStayWithTheirMessageUntilTheyPlay() {
    var queue = queue("ab")
    _ = queue.advance()
    queue.noteFailure("broken")
    #expect(queue.failures == ["a": "broken"])
    #expect(list(queue) == "ab")
    queue.notePlayed()
    #expect(queue.failures.isEmpty)
    queue.noteFailure("broken")
    _ = queue.remove(at: 0)
    #expect(queue.failures.isEmpty)
  }

  @Test func durationsAreThoseOfPlayedFiles() {
    var queue = queue("ab")
    _ = queue.advance()
    queue.noteDuration(.infinity)
    #expect(queue.entries[0].duration == nil)
    queue.noteDuration(12.5)
    #expect(queue.entries.map(\.duration) == [12.5, nil])
  }

  @Test func panelReplacesOnlyRowsThatDiffer() {
    let old = queue("abcde")
    var new = old
    #expect(PlaylistPanel.difference(old, new).rows.isEmpty)
    _ = new.jump(to: 1)
    #expect(PlaylistPanel.difference(old, new) == (1..<2, 1..<2))
    _ = new.remove(at: 3)
    #expect(PlaylistPanel.difference(old, new) == (1..<4, 1..<3))
    #expect(PlaylistPanel.difference(queue(""), old) == (0..<0, 0..<5))
    #expect(PlaylistPanel.difference(old, queue("")) == (0..<5, 0..<0))
  }
}
