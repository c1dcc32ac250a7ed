import CPlayheadGTK
import PlayheadClock

/// A frame to show in a direct window.
struct DirectWindowFrame {
  /// The pixels, which are retained until the server has read them.
  var buffer: PixelBuffer
  /// The server's number of the segment with the pixels.
  var server: ShmSeg
  /// The rectangle of the whole frame, in device pixels of GTK's window.
  var whole: PixelRectangle
  /// The visible part of `whole`: the rectangle of the window.
  var seen: PixelRectangle

  /// The position of the visible part in the frame.
  var origin: (x: Int32, y: Int32) { (Int32(seen.x - whole.x), Int32(seen.y - whole.y)) }
}

/// Shows the frames of a direct window at refreshes of the display, with X11's extension Present.
///
/// ```
///                    memory can be a pixmap ───────────────┐
///  present ─► queue ─┤                                     ├─► server: shows it at the next refresh
///               ▲    └ otherwise: copied into a pixmap ────┘        │
///               └───────────── idle, complete: refresh, time ◄──────┘
/// ```
/// A frame that comes while too many are in flight waits for the first report; a later one replaces it. A frame that
/// must be visible at once is presented twice: immediately, and at the next refresh.
@MainActor final class DirectPresentation {
  /// Called when the server has reported that a frame was shown.
  var onObservation: ((RefreshObservation) -> Void)?
  /// The C state of the extension; closed with this object.
  private let present: UnsafeMutablePointer<PlayheadPresent>
  /// The segments and their pixmaps.
  private let memory: DirectMemory
  /// Whether pixmaps can be in shared memory.
  private let sharesMemory: Bool
  /// The frames that the server may still read.
  private var queue: PresentationQueue<PixelBuffer>
  /// Measures the interval of refreshes.
  private var refreshes = RefreshIntervalEstimator()
  /// The pixmaps for copies, if the server cannot use shared memory.
  private var copies: [Pixmap] = []
  /// The size of `copies`.
  private var copySize: (width: Int, height: Int) = (0, 0)
  /// The frame that waits for a report, and whether it is also shown at once.
  private var waiting: (frame: DirectWindowFrame, isImmediate: Bool)?
  /// Whether the server has performed a first request.
  private var isTried = false
  /// The clock of requests and reports.
  private let clock = SystemClock()

  /// The frames in flight: one that is shown, one that waits for a refresh, and reserves for a server that is late.
  private static let capacity = 4
  /// The pixmaps for copies: one that is shown, one that waits, and one to copy into.
  private static let copyCount = 3

  /// nil if the server does not have the extension. The window must live longer.
  init?(_ direct: UnsafeMutablePointer<PlayheadDirect>, memory: DirectMemory) {
    guard let present = playhead_present_open(direct) else { return nil }
    self.present = present
    self.memory = memory
    sharesMemory = direct.pointee.shares_memory
    queue = PresentationQueue(capacity: sharesMemory ? Self.capacity : Self.copyCount, copies: !sharesMemory)
  }

  /// Closes the extension. Call it before the window is closed; not used after that.
  func close() { playhead_present_close(present) }

  /// Shows a frame at the next refresh. False if the server cannot.
  ///
  /// - Parameter isImmediate: Whether it is also shown at once, because something else would be visible until then.
  func show(_ frame: DirectWindowFrame, isImmediate: Bool) -> Bool {
    readReports()
    let isImmediate = isImmediate || waiting?.isImmediate == true
    waiting = nil
    guard queue.hasCapacity else {
      guard !queue.isStalled(at: clock.now) else { return false }
      waiting = (frame, isImmediate)
      return true
    }
    return submit(frame, isImmediate: isImmediate)
  }

  /// Discards a frame that waits. Those in flight are released by the server's reports, also while the window is not
  /// mapped.
  func hide() { waiting = nil }

  /// Reads the server's reports.
  func readReports() {
    var report = PlayheadPresentReport()
    while playhead_present_next_report(present, &report) {
      let now = clock.now
      if report.is_idle {
        queue.idle(report.serial, at: now)
      } else if let submitted = queue.complete(report.serial, at: now), report.is_shown {
        observe(report, submitted: submitted, now: now)
      }
    }
    guard let (frame, isImmediate) = waiting, queue.hasCapacity else { return }
    waiting = nil
    // If it fails, so does the next one.
    _ = submit(frame, isImmediate: isImmediate)
  }

  /// Passes on when a frame was shown.
  private func observe(_ report: PlayheadPresentReport, submitted: HostTime, now: HostTime) {
    let presented = HostTime(microseconds: Int64(clamping: report.time))
    guard let interval = refreshes.add(report.refresh, at: presented, now: now) else { return }
    onObservation?(RefreshObservation(presented: presented, interval: interval, submitted: submitted))
  }

  /// Requests the presentation of a frame.
  private func submit(_ frame: DirectWindowFrame, isImmediate: Bool) -> Bool {
    guard let pixmap = sharesMemory ? memory.pixmap(of: frame.buffer, for: present) : copy(frame) else { return false }
    let origin = sharesMemory ? frame.origin : (x: 0, y: 0)
    if isImmediate {
      // The next refresh replaces it with the same frame, and so removes older frames that wait for a refresh: servers
      // without a display count refreshes half an interval early, so that one of both replaces such a frame.
      let serial = queue.submit(frame.buffer, in: pixmap, isImmediate: true, at: clock.now)
      guard playhead_present_show(present, pixmap, serial, origin.x, origin.y, true, false) else { return false }
    }
    let serial = queue.submit(frame.buffer, in: pixmap, at: clock.now)
    let isChecked = !isTried
    isTried = true
    defer { if isChecked { memory.onWait?() } }
    return playhead_present_show(present, pixmap, serial, origin.x, origin.y, false, isChecked)
  }

  /// Copies the visible part of a frame into a pixmap that is not in flight; nil if the server cannot make one.
  private func copy(_ frame: DirectWindowFrame) -> Pixmap? {
    let size = (width: frame.seen.width, height: frame.seen.height)
    if size != copySize {
      // The server retains a pixmap that it still reads.
      for pixmap in copies { playhead_present_free_pixmap(present, pixmap) }
      (copies, copySize) = ([], size)
    }
    var target = copies.first { !queue.contains(pixmap: $0) }
    if target == nil {
      let made = playhead_present_make_pixmap(present, Int32(size.width), Int32(size.height))
      guard made != 0 else { return nil }
      copies.append(made)
      target = made
      memory.onWait?()
    }
    guard let target else { return nil }
    playhead_direct_put(
      present.pointee.direct, target, frame.server, frame.buffer.address, Int32(frame.buffer.bytesPerRow),
      Int32(frame.buffer.height), frame.origin.x, frame.origin.y, Int32(size.width), Int32(size.height))
    return target
  }
}
