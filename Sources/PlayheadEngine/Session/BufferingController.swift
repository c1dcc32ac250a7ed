import CoreMedia
import PlayheadClock
import PlayheadItems
import PlayheadNetworking
import PlayheadPipeline

/// Detects underruns, and decides when playback resumes after them. Used on the session's thread.
struct BufferingController {
  /// Whether playback resumes by itself after a stall. Otherwise the rate falls to 0.
  var waitsToMinimizeStalling = true
  /// The state of rebuffering, and the schedule of reports.
  private var monitor = BufferMonitor()
  /// When the video was last checked for running out of frames.
  private var lastFrameCheck = HostTime.zero
  /// The time of the last stall; nil once playback has resumed.
  private var stallStart: HostTime?

  /// The rest of one frame or of one audio packet is not enough to resume with. In seconds.
  private static let minimumToResume = 0.04

  /// Whether media ran out and is being rebuffered.
  var isRebuffering: Bool { monitor.isRebuffering }

  /// A start at another position: an underrun before it does not matter.
  mutating func reset() { monitor.reset() }

  /// Another item: its loaded ranges are reported from its first start on.
  mutating func itemWasReplaced() {
    monitor.reset()
    monitor.nextReport = nil
  }

  // MARK: Underruns

  /// The next time at which the buffers have to be checked; nil while nothing can run out or change.
  func deadline(_ context: SessionContext, _ progress: StartProgress) -> HostTime? {
    [monitor.nextCheck, monitor.nextReport, framesEnd(context, progress)].compactMap { $0 }.min()
  }

  /// The time at which the last decoded frame will have been shown, for network sources only: everything else is read
  /// faster than it plays.
  private func framesEnd(_ context: SessionContext, _ progress: StartProgress) -> HostTime? {
    guard context.isMoving, !context.isReversed, !context.isExternal, context.clock.isRunning, !progress.hasVideoEnded,
      let pipeline = context.pipeline, pipeline.video != nil, pipeline.transfer != nil,
      let end = pipeline.timeline.end, let host = context.clock.hostTime(ofMedia: end.nanoseconds)
    else { return nil }
    // If the decoder is late rather than the network, the check is repeated.
    return host <= context.now ? max(host, lastFrameCheck + BufferMonitor.interval) : host
  }

  /// Whether the video has run out of frames because the source has no more bytes. Checked when the last decoded frame
  /// is over.
  mutating func hasVideoRunOut(_ context: SessionContext, _ progress: StartProgress) -> Bool {
    guard let end = framesEnd(context, progress), end <= context.now else { return false }
    lastFrameCheck = context.now
    return context.pipeline?.isVideoStarved == true
  }

  /// No video or audio is left to play: rebuffering starts.
  mutating func ranOut(at now: HostTime) {
    monitor.ranOut(at: now)
    stallStart = now
  }

  /// Whether rebuffering can end now: enough media is buffered. True once for each rebuffering.
  mutating func isRebuffered(_ context: SessionContext, _ progress: StartProgress) -> Bool {
    guard let check = monitor.nextCheck, check <= context.now else { return false }
    guard let media = Self.bufferedMedia(context, progress) else {
      monitor.reset()
      return false
    }
    return monitor.look(at: context.now, ahead: media.playingTime, isComplete: media.isComplete)
  }

  /// Whether rebuffering can be cut short, because more is buffered than the rest of what is already shown and audible.
  func canResumeNow(_ context: SessionContext) -> Bool {
    guard monitor.isRebuffering, let pipeline = context.pipeline else { return false }
    return pipeline.secondsAhead(of: context.position) > Self.minimumToResume
  }

  /// Ends rebuffering. Returns how long the stall lasted; nil if there was none.
  mutating func recover(at now: HostTime) -> HostDuration? {
    monitor.reset()
    defer { stallStart = nil }
    return stallStart.map { now - $0 }
  }

  // MARK: Reports

  /// Starts reporting loaded ranges, of an item with a transfer.
  mutating func startReporting(_ context: SessionContext) {
    if context.pipeline?.transfer != nil, monitor.nextReport == nil { scheduleReport(at: context.now) }
  }

  /// Whether a report of loaded ranges is due. The next one has to be scheduled then.
  mutating func takeDueReport(at now: HostTime) -> Bool {
    guard let report = monitor.nextReport, report <= now else { return false }
    monitor.nextReport = nil
    return true
  }

  /// Schedules the next report.
  mutating func scheduleReport(at now: HostTime) { monitor.nextReport = now + BufferMonitor.reportInterval }

  /// The media buffered ahead of the position; nil without a pipeline.
  static func bufferedMedia(_ context: SessionContext, _ progress: StartProgress) -> BufferedMedia? {
    guard let pipeline = context.pipeline else { return nil }
    let position = context.position
    return BufferedMedia(
      decodedSeconds: pipeline.secondsAhead(of: position), transfer: pipeline.transfer, position: position.seconds,
      duration: context.item?.snapshot.duration ?? .indefinite, rate: context.rate, areQueuesFull: pipeline.isFull,
      hasReadEverything: progress.hasReadEverything)
  }
}
