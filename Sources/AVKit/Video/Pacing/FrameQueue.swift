import PlayheadClock
import PlayheadPipeline

/// The duration of a drawing.
struct DrawingCost: Sendable, Equatable {
  /// From taking the frame to submitting it to the display.
  var total: HostDuration
  /// From the beginning of painting to submitting it: without the wait for the toolkit.
  var painting: HostDuration
}

/// The prepared frames that wait to be drawn, in presentation order, with the time at which each is drawn.
///
/// A frame is dropped if a later one is to be drawn as well.
struct FrameQueue<Frame: Sendable>: Sendable {
  /// A frame in the queue.
  private struct Entry: Sendable {
    var frame: Frame
    /// The time at which it should be visible.
    var target: FramePacer.Target
    /// The generation of the session's frames: a frame of another one replaces the queue.
    var generation: Int
  }

  /// The waiting frames.
  private var entries: [Entry] = []
  /// Chooses the times of frames.
  private var pacer = FramePacer()
  /// The duration from taking a frame to submitting it to the display.
  private var total = TypicalCost(initial: .milliseconds(2))
  /// The part of it after the wait for the toolkit.
  private var painting = TypicalCost(initial: .milliseconds(2))

  /// The capacity without predicted refreshes. More frames would only be older.
  private static var capacity: Int { 2 }
  /// The capacity with predicted refreshes, for which frames are prepared earlier: two refresh intervals.
  private static var pacedCapacity: Int { 4 }
  /// A timer may fire slightly early because of its resolution; waiting again would cost more than it gains.
  private static var timerTolerance: HostDuration { HostDuration(nanoseconds: 200_000) }

  /// Whether no frame waits.
  var isEmpty: Bool { entries.isEmpty }

  /// The time before its deadline at which a frame must be in the queue.
  func lead(at now: HostTime) -> HostDuration {
    let paced = pacer.lead(at: now)
    let drawing = paced > .zero ? painting : total
    return HostDuration(nanoseconds: drawing.value.nanoseconds + paced.nanoseconds)
  }

  /// The time at which the next frame is to be drawn; nil if the queue is empty.
  var wakeTime: HostTime? { entries.map(start).min() }

  /// Adds a frame. Those of other generations are removed; a full queue drops its first one.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the frame should be visible.
  ///   - sequence: The sequence of the frame. Frames of other generations are replaced by it.
  ///   - isChange: Whether it is the current frame with a change, and not the next frame of the video.
  mutating func append(
    _ frame: Frame, deadline: HostTime, in sequence: FrameSequence, isChange: Bool = false, now: HostTime
  ) {
    let generation = sequence.generation
    let target =
      isChange
      ? pacer.target(ofChange: deadline, now: now)
      : pacer.target(ofFrame: deadline, in: sequence, now: now)
    entries.removeAll { $0.generation != generation }
    let capacity = target.advance > .zero ? Self.pacedCapacity : Self.capacity
    if entries.count >= capacity { entries.removeFirst(entries.count - capacity + 1) }
    entries.append(Entry(frame: frame, target: target, generation: generation))
  }

  /// Returns the last frame whose drawing is due, and drops those before it; nil if none is due.
  mutating func take(at now: HostTime) -> Frame? {
    let limit = now + Self.timerTolerance
    guard let index = entries.lastIndex(where: { start(of: $0) <= limit }) else { return nil }
    defer { entries.removeSubrange(...index) }
    return entries[index].frame
  }

  /// Removes all frames.
  mutating func removeAll() { entries = [] }

  /// Adds the cost of the last drawing.
  mutating func add(_ cost: DrawingCost) {
    total.add(cost.total)
    painting.add(cost.painting)
  }

  /// The measured distances of frames and of refreshes; nil while one of them is unknown.
  func timing(at now: HostTime) -> DisplayTiming? { pacer.timing(at: now) }

  /// Adds the time of a refresh.
  mutating func observe(_ observation: RefreshObservation, now: HostTime) { pacer.observe(observation, now: now) }

  /// The time at which the drawing of a frame must begin.
  ///
  /// GTK paints at most once per interval, and may wait until half an interval after the previous refresh. Before a
  /// predicted refresh this wait is harmless. If drawings began earlier because of it, it would be longer the next
  /// time, until one is painted an interval early.
  private func start(of entry: Entry) -> HostTime {
    let cost = entry.target.advance > .zero ? painting : total
    return entry.target.time - entry.target.advance - cost.value
  }
}
