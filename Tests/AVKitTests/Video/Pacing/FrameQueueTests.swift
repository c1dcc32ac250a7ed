import PlayheadClock
import Testing

@testable import AVKit

@Suite("Frames that wait to be drawn")
struct FrameQueueTests {
  /// The current time: refresh 0 of a display with an interval of 16 ms.
  private static let now = 2_000_000_000_000

  /// The sequence of frames in most tests.
  private static let sequence = FrameSequence(generation: 1)

  private static func time(_ milliseconds: Double) -> HostTime { HostTime(now + Int(milliseconds * 1e6)) }

  /// A queue on a display that has reported 20 refreshes.
  private static func pacedQueue() -> FrameQueue<String> {
    var queue = FrameQueue<String>()
    for index in -19...0 {
      let refresh = time(16 * Double(index))
      // Submitted in the middle of the interval, with the latency that is assumed at first.
      queue.observe(
        RefreshObservation(
          presented: refresh, interval: .milliseconds(16), submitted: refresh - .milliseconds(10)), now: refresh)
    }
    return queue
  }

  @Test("Without reports, drawing ends at the deadline")
  func withoutReports() {
    var queue = FrameQueue<String>()
    queue.append("a", deadline: Self.time(40), in: Self.sequence, now: Self.time(0))
    // Drawing takes 2 ms.
    #expect(queue.wakeTime == Self.time(38))
    #expect(queue.take(at: Self.time(37.7)) == nil)
    #expect(queue.take(at: Self.time(37.9)) == "a")
    #expect(queue.isEmpty && queue.wakeTime == nil)
    #expect(queue.lead(at: Self.time(0)) == .milliseconds(2))
  }

  @Test("Drawing begins earlier if it takes longer; with reports, the wait for the toolkit does not count")
  func drawingCost() {
    var (queue, paced) = (FrameQueue<String>(), Self.pacedQueue())
    for _ in 0..<100 {
      queue.add(DrawingCost(total: .milliseconds(5), painting: .milliseconds(3)))
      paced.add(DrawingCost(total: .milliseconds(5), painting: .milliseconds(3)))
    }
    queue.append("a", deadline: Self.time(40), in: Self.sequence, now: Self.time(0))
    #expect(queue.wakeTime == Self.time(40 - 5))
    paced.append("a", deadline: Self.time(45), in: Self.sequence, now: Self.time(0))
    #expect(paced.wakeTime == Self.time(48 - 8 - 2 - 3))
  }

  @Test("With reports, drawing ends half an interval and the latency before the refresh")
  func withReports() {
    var queue = Self.pacedQueue()
    queue.append("a", deadline: Self.time(45), in: Self.sequence, now: Self.time(0))
    // The refresh at 48 ms, less 8 ms, 2 ms of latency, and 2 ms of drawing.
    #expect(queue.wakeTime == Self.time(36))
  }

  @Test("With reports, a frame is requested early enough for the refresh before its deadline")
  func lead() {
    let queue = Self.pacedQueue()
    // Half an interval early, the largest bias, half an interval of reserve, the latency, and drawing.
    #expect(queue.lead(at: Self.time(0)) == .milliseconds(8 + 2 + 8 + 2 + 2))
  }

  @Test("Late frames and those of a paused player are drawn at once", arguments: [0, -5, -1000] as [Double])
  func immediate(deadline: Double) {
    var queue = Self.pacedQueue()
    for name in ["a", "b", "c"] {
      queue.append(name, deadline: Self.time(deadline), in: Self.sequence, now: Self.time(0))
      #expect(queue.take(at: Self.time(0)) == name)
    }
  }

  @Test("A change of the current frame is drawn for the nearest refresh, which the next frame may have as well")
  func change() {
    var queue = Self.pacedQueue()
    queue.append("frame", deadline: Self.time(12), in: Self.sequence, now: Self.time(0))
    #expect(queue.take(at: Self.time(4)) == "frame")
    queue.append("captions", deadline: Self.time(47), in: Self.sequence, isChange: true, now: Self.time(0))
    #expect(queue.wakeTime == Self.time(48 - 8 - 2 - 2))
    queue.append("next", deadline: Self.time(52), in: Self.sequence, now: Self.time(0))
    #expect(queue.take(at: Self.time(48 - 8 - 2 - 2)) == "next")
    #expect(queue.isEmpty)
  }

  @Test("A frame is dropped if a later one is due")
  func drops() {
    var queue = FrameQueue<String>()
    queue.append("a", deadline: Self.time(10), in: Self.sequence, now: Self.time(0))
    queue.append("b", deadline: Self.time(20), in: Self.sequence, now: Self.time(0))
    #expect(queue.take(at: Self.time(30)) == "b")
    #expect(queue.isEmpty)
  }

  @Test("A full queue drops its first frame", arguments: [false, true])
  func capacity(isPaced: Bool) {
    var queue = isPaced ? Self.pacedQueue() : FrameQueue<String>()
    let names = ["a", "b", "c", "d", "e"]
    for (index, name) in names.enumerated() {
      queue.append(name, deadline: Self.time(100 + 16 * Double(index)), in: Self.sequence, now: Self.time(0))
    }
    var rest: [String] = []
    while let time = queue.wakeTime, let name = queue.take(at: time) { rest.append(name) }
    #expect(rest == (isPaced ? ["b", "c", "d", "e"] : ["d", "e"]))
  }

  @Test("Frames of a seek replace those before it")
  func generations() {
    var queue = Self.pacedQueue()
    for frame in 0..<4 {
      queue.append("old", deadline: Self.time(40 * Double(frame + 1)), in: Self.sequence, now: Self.time(0))
    }
    queue.append("new", deadline: Self.time(98), in: FrameSequence(generation: 2), now: Self.time(0))
    #expect(queue.wakeTime == Self.time(96 - 12))
    #expect(queue.take(at: Self.time(96 - 12)) == "new")
    #expect(queue.isEmpty)
  }

  @Test("Invalid reports leave frames at their deadlines")
  func invalidReports() {
    var queue = FrameQueue<String>()
    for value in [.min, -1, 0, 1, .max] as [Int64] {
      for other in [.min, -1, 0, 1, .max] as [Int64] {
        let observation = RefreshObservation(
          presented: HostTime(nanoseconds: value), interval: HostDuration(nanoseconds: other),
          submitted: HostTime(nanoseconds: other))
        for _ in 0..<20 { queue.observe(observation, now: Self.time(0)) }
      }
    }
    queue.append("a", deadline: Self.time(40), in: Self.sequence, now: Self.time(0))
    #expect(queue.wakeTime == Self.time(38))
  }
}
