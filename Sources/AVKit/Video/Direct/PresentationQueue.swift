import PlayheadClock

/// The frames that an X server was asked to present, until it no longer reads them. Pure.
///
/// ```
///  submit ──► in flight ──┬── idle ──────► the pixmap can be used again
///                         └── complete ──► the frame was shown, or skipped for a later one
/// ```
/// Both reports follow for each frame, in any order. The number of pixmaps in flight is limited, so that a server that
/// stops reporting does not retain more of them.
struct PresentationQueue<Frame> {
  /// A frame in flight.
  private struct Entry {
    /// The number of the presentation.
    var serial: UInt32
    /// The server's number of the pixmap.
    var pixmap: UInt
    /// The frame; nil once the server no longer reads its memory.
    var frame: Frame?
    /// The time of the request; nil if the frame is shown at once, and not at a refresh.
    var submitted: HostTime?
    /// Whether the pixmap can be used again.
    var isIdle = false
    /// Whether the presentation is complete.
    var isComplete = false
  }

  /// The frames in the order of their requests.
  private var entries: [Entry] = []
  /// The number of the next presentation.
  private var serial: UInt32 = 1
  /// The time of the last report about a frame in flight, or of the request if none was in flight.
  private var progress = HostTime.zero
  /// The number of pixmaps that may be in flight.
  private let capacity: Int
  /// Whether the server copies frames before it presents them, so that their memory is free when they were shown.
  private let copies: Bool

  /// The time without a report after which a server with all frames in flight no longer presents. Some servers report
  /// once a second while a window is not visible.
  private static var patience: HostDuration { .milliseconds(3_000) }

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - capacity: The number of pixmaps that may be in flight.
  ///   - copies: Whether pixmaps contain copies of the frames.
  init(capacity: Int, copies: Bool) { (self.capacity, self.copies) = (capacity, copies) }

  /// Whether another frame can be presented.
  var hasCapacity: Bool { Set(entries.lazy.filter { !$0.isIdle }.map(\.pixmap)).count < capacity }

  /// Whether a pixmap is in flight.
  func contains(pixmap: UInt) -> Bool { entries.contains { $0.pixmap == pixmap && !$0.isIdle } }

  /// Whether the server no longer presents frames.
  func isStalled(at now: HostTime) -> Bool { !hasCapacity && now - progress > Self.patience }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - isImmediate: Whether the frame is shown at once, and not at a refresh.
  /// - Returns: The number of its presentation.
  mutating func submit(_ frame: Frame, in pixmap: UInt, isImmediate: Bool = false, at now: HostTime) -> UInt32 {
    if entries.allSatisfy(\.isIdle) { progress = now }
    // Complete reports of these were lost.
    if entries.count >= 4 * capacity { entries.removeAll(where: \.isIdle) }
    defer { serial &+= 1 }
    entries.append(Entry(serial: serial, pixmap: pixmap, frame: frame, submitted: isImmediate ? nil : now))
    return serial
  }

  /// The server no longer reads a pixmap.
  mutating func idle(_ serial: UInt32, at now: HostTime) {
    guard let index = entries.firstIndex(where: { $0.serial == serial }) else { return }
    progress = now
    entries[index].isIdle = true
    entries[index].frame = nil
    if entries[index].isComplete { entries.remove(at: index) }
  }

  /// A presentation is complete.
  ///
  /// - Returns: The time of the request; nil for a frame that was shown at once, or is not in flight.
  mutating func complete(_ serial: UInt32, at now: HostTime) -> HostTime? {
    guard let index = entries.firstIndex(where: { $0.serial == serial && !$0.isComplete }) else { return nil }
    progress = now
    let submitted = entries[index].submitted
    entries[index].isComplete = true
    if copies { entries[index].frame = nil }
    if entries[index].isIdle { entries.remove(at: index) }
    return submitted
  }
}
