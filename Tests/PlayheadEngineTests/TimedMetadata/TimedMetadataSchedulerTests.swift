import CoreMedia
import PlayheadMedia
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// The times at which timed metadata is delivered as positions advance. Each group is a letter.
@Suite struct TimedMetadataSchedulerTests {
  private let feed = TimedMetadataFeed()

  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  private func add(_ name: String, _ start: Double, _ end: Double? = nil, track: Int? = nil) {
    feed.add(
      TimedMetadata(
        start: time(start), end: end.map(time), tags: [MediaTag(.id3, "TIT2", .text(name))], track: track))
  }

  private func names(_ groups: [TimedMetadata]) -> String { groups.compactMap { $0.tags.first?.text }.joined() }

  /// The groups delivered to one listener at each of some positions.
  private func delivered(
    _ positions: [Double], _ scheduler: inout TimedMetadataScheduler, reversed: Bool = false
  ) -> [String] {
    positions.map { position in
      scheduler.take(feed, at: time(position), isReversed: reversed).due.map { names($0.groups) }.joined(separator: "+")
    }
  }

  @Test("a group is delivered once, when its start is reached, and in order")
  func forward() {
    add("c", 3)
    add("a", 1)
    add("b", 2, 2.5)
    _ = feed.listen()
    var scheduler = TimedMetadataScheduler()
    #expect(delivered([0, 0.999, 1, 1.5, 3.2, 9], &scheduler) == ["", "", "a", "", "bc", ""])
  }

  @Test("after a jump only active groups are delivered")
  func jumps() {
    add("a", 0, 1)
    add("b", 1)
    add("c", 5)
    add("x", 0, 100, track: 7)
    _ = feed.listen()
    var scheduler = TimedMetadataScheduler()
    #expect(delivered([4], &scheduler) == ["xb"], "the first of a track holds until the next one")
    scheduler.flush()
    #expect(delivered([0.5, 6], &scheduler) == ["ax", "bc"])
  }

  @Test("groups behind the live window are evicted, active ones are not")
  func evictsPastGroups() {
    add("a", 0, 1)
    add("b", 1)
    add("c", 2, 3)
    add("d", 4)
    add("x", 0, 100, track: 7)
    _ = feed.listen()
    var scheduler = TimedMetadataScheduler()
    #expect(delivered([4.5], &scheduler) == ["xd"])
    feed.forget(before: time(3.5))
    #expect(names(feed.groups) == "xd")
    add("e", 5)
    #expect(delivered([5], &scheduler) == ["e"])
    feed.forget(before: time(6))
    #expect(names(feed.groups) == "xe", "the one without an end held until the next one")
  }

  @Test("an advance interval delivers earlier, separately for every listener")
  func advance() {
    add("a", 2)
    add("b", 4)
    _ = feed.listen()
    _ = feed.listen(advance: 1.5)
    var scheduler = TimedMetadataScheduler()
    var lines: [String] = []
    for position in [0.0, 0.5, 2, 2.5, 4] {
      let due = scheduler.take(feed, at: time(position), isReversed: false).due
      lines.append(due.map { "\($0.listener)\(names($0.groups))" }.joined(separator: " "))
    }
    #expect(lines == ["", "2a", "1a", "2b", "1b"])
    #expect(scheduler.next == nil)
  }

  @Test("a group discovered late is delivered late; a known one is not delivered again")
  func late() {
    add("a", 1)
    _ = feed.listen()
    var scheduler = TimedMetadataScheduler()
    #expect(delivered([0, 3], &scheduler) == ["", "a"])
    add("b", 2, 2.5)
    add("a", 1)
    #expect(delivered([3.1], &scheduler) == ["b"])
    scheduler.flush()
    _ = delivered([3.2], &scheduler)
    add("c", 0.5, 1)
    #expect(delivered([3.3], &scheduler) == [""], "it was over where telling began")
  }

  @Test("in reverse a group is delivered where it is entered, at its end")
  func backward() {
    add("a", 1, 2)
    add("b", 3)
    add("c", 5)
    _ = feed.listen()
    var scheduler = TimedMetadataScheduler()
    #expect(
      delivered([6, 4.999, 3.5, 2.5, 1.999, 1.5, 0], &scheduler, reversed: true) == ["c", "b", "", "", "a", "", ""])
    // Forward from there again.
    #expect(delivered([0.5, 1, 3], &scheduler) == ["", "a", "b"])
  }

  @Test("changes of the active groups are reported, with their end")
  func present() {
    add("a", 1, 2)
    add("b", 3)
    var scheduler = TimedMetadataScheduler()
    let lines = [0, 1, 1.5, 2, 3, 9].map { (position: Double) in
      scheduler.take(feed, at: time(position), isReversed: false).present.map(names) ?? "-"
    }
    #expect(lines == ["-", "a", "-", "", "b", "-"])
  }

  @Test("the next deadline is the next start or end")
  func next() {
    add("a", 1, 2)
    add("b", 3)
    _ = feed.listen()
    var scheduler = TimedMetadataScheduler()
    var times: [Double?] = []
    for position in [0, 1, 2, 3.0] {
      _ = delivered([position], &scheduler)
      times.append(scheduler.next?.seconds)
    }
    #expect(times == [1, 2, 3, nil])
  }

  @Test("endless groups are bounded in number")
  func bounded() {
    for number in 0..<TimedMetadataList.limit + 10 { add("a", Double(number)) }
    #expect(feed.groups.count == TimedMetadataList.limit)
    #expect(feed.groups.first?.start.seconds == 10)
  }
}
